import { mdiClose, mdiMenuDown } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { type ChoicePath, eventChoicesQuery } from '#rest/event-logs.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { PickList } from '#ui/field/pick-list.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { useSettled } from '#ui/use-settled.ts';
import styles from './events.module.css';
import { m } from './messages.ts';

/** Delay between the last key press and the search for a name. */
const DEBOUNCE_MS = 250;

export type ChoiceKind = { label: string; anyone: string; path: ChoicePath };

function Choices(props: {
  path: ChoicePath;
  label: string;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const [name, setName] = useState('');
  const { data, error } = useQuery(eventChoicesQuery(props.path, { name: useSettled(name, DEBOUNCE_MS) }));
  const items = data?.map(({ id, name: title }) => ({ id, name: shownText(title, 100) || m.unknown }));
  const failure = error === null ? undefined : `${m.choicesNotLoaded} ${failureText(error)}`;
  return (
    <div className={styles.choices}>
      <SearchField label={m.searchByName} value={name} onChange={setName} />
      <PickList
        label={props.label}
        items={items ?? []}
        chosen={new Set(props.chosen === undefined ? [] : [props.chosen])}
        emptyText={failure ?? (items === undefined ? m.searching : m.noneFound)}
        onChoose={(next) => {
          const [id] = [...next].filter((each) => each !== props.chosen);
          if (id !== undefined) props.onChoose(id);
        }}
      />
    </div>
  );
}

/** A button that shows the current filter, with a searchable list of names. */
export function ChoiceFilter(props: {
  kind: ChoiceKind;
  id: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const { id, kind, onChange } = props;
  const { label, path } = kind;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const { data } = useQuery({ ...eventChoicesQuery(path, { id: id ?? '' }), enabled: id !== undefined });
  const chosen = id === undefined ? kind.anyone : shownText(data?.[0]?.name ?? '', 100) || m.unknown;
  const focus = () => button.current?.querySelector('button')?.focus();
  return (
    <div className={styles.filter}>
      <span aria-hidden="true" className={styles.label}>
        {label}
      </span>
      <div className={styles.choice} ref={button}>
        <Button
          icon={mdiMenuDown}
          aria-label={m.choose({ label, chosen })}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi>{chosen}</bdi>
        </Button>
        {id === undefined ? null : (
          <IconButton
            icon={mdiClose}
            size="small"
            label={m.clear({ label })}
            onClick={() => {
              onChange(undefined);
              focus();
            }}
          />
        )}
      </div>
      {isOpen ? (
        <Popover label={label} buttonRef={button} onClose={() => setOpen(false)}>
          <Choices
            path={path}
            label={label}
            chosen={id}
            onChoose={(next) => {
              onChange(next);
              setOpen(false);
              focus();
            }}
          />
        </Popover>
      ) : null}
    </div>
  );
}
