import { mdiFilterOutline } from '@mdi/js';
import { useCallback, useRef, useState } from 'react';
import type { Tag } from '#protocol/rest/site.ts';
import { Button } from '#ui/button.tsx';
import { CheckField } from '#ui/field/field.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { m } from './messages.ts';
import styles from './sites-screen.module.css';

/** Limits the list to sites with any of the chosen tags. */
export function TagFilter(props: {
  tags: readonly Tag[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const { tags, chosen, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLElement | null>(null);
  const keepButton = useCallback((frame: HTMLElement | null) => {
    button.current = frame?.querySelector('button') ?? null;
  }, []);
  function toggle(tagId: string): void {
    const next = new Set(chosen);
    if (!next.delete(tagId)) next.add(tagId);
    onChoose(next);
  }
  return (
    <span ref={keepButton}>
      <Button icon={mdiFilterOutline} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {chosen.size === 0 ? m.filter : m.filterCount({ count: chosen.size })}
      </Button>
      {isOpen ? (
        <Popover label={m.filter} buttonRef={button} onClose={() => setOpen(false)}>
          <div className={styles.filter}>
            {tags.length === 0 ? <p>{m.noTags}</p> : null}
            {tags.map((tag) => (
              <CheckField
                key={tag.id}
                label={<bdi>{tag.name}</bdi>}
                value={chosen.has(tag.id)}
                onChange={() => toggle(tag.id)}
              />
            ))}
            {chosen.size === 0 ? null : (
              <Button look="quiet" onClick={() => onChoose(new Set())}>
                {m.clearFilter}
              </Button>
            )}
          </div>
        </Popover>
      ) : null}
    </span>
  );
}
