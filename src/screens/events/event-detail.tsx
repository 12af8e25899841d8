import type { ReactNode } from 'react';
import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import styles from './events.module.css';
import { m } from './messages.ts';
import type { FilterValues } from './use-event-filters.ts';

/** One line of an event's details. `path`: link target of its text. */
export type Fact = { label: string; text: ReactNode; path?: string | undefined };
/** A filter offered by an event. */
export type Narrowing = { title: string; filter: FilterValues };

/** All details of one event, with links to similar events. */
export function EventDetail(props: {
  title: string;
  facts: readonly Fact[];
  narrowings: readonly Narrowing[];
  onNarrow: (filter: FilterValues) => void;
  onClose: () => void;
}) {
  const { onClose, onNarrow } = props;
  const shownFacts = props.facts.filter(({ text }) => text !== '' && text !== null && text !== undefined);
  return (
    <Dialog label={props.title} width="40rem" closeLabel={m.close} onClose={onClose} withHeader>
      <div className={styles.detail}>
        <dl className={styles.facts}>
          {shownFacts.map(({ label, text, path }) => (
            <FactLine key={label} label={label}>
              {path === undefined ? text : <PlainLink path={path}>{text}</PlainLink>}
            </FactLine>
          ))}
        </dl>
        <div className={styles.buttons}>
          {props.narrowings.map(({ title, filter }) => (
            <Button
              key={title}
              onClick={() => {
                onClose();
                onNarrow(filter);
              }}
            >
              {title}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function FactLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
    </>
  );
}
