import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { ChoiceFilter, type ChoiceKind } from './choice-filter.tsx';
import styles from './events.module.css';
import { m } from './messages.ts';
import type { EventFilterState } from './use-event-filters.ts';

function TimeFilter(props: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      <input
        id={id}
        type="datetime-local"
        className={styles.time}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      />
    </div>
  );
}

export type Kinds = readonly { value: string; title: string }[];

/** Filters of a list of events: person, device, kind and time. */
export function FilterBar(props: {
  state: EventFilterState;
  person: ChoiceKind;
  device?: ChoiceKind | undefined;
  kinds: Kinds;
}) {
  const { values, isFiltered, narrow, clear } = props.state;
  // A kind from the address stays selectable even if this version has no text for it.
  const own = values.kind;
  const unknown =
    own === undefined || props.kinds.some(({ value }) => value === own)
      ? []
      : [{ value: own, title: m.unknown }];
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">{m.filters}</legend>
      <ChoiceFilter kind={props.person} id={values.person} onChange={(person) => narrow({ person })} />
      {props.device === undefined ? null : (
        <ChoiceFilter kind={props.device} id={values.device} onChange={(device) => narrow({ device })} />
      )}
      <div className={styles.kind}>
        <SelectField
          label={m.kind}
          value={values.kind ?? ''}
          options={[{ value: '', title: m.allKinds }, ...props.kinds, ...unknown]}
          onChange={(kind) => narrow({ kind: kind === '' ? undefined : kind })}
        />
      </div>
      <TimeFilter label={m.from} value={values.from} onChange={(from) => narrow({ from })} />
      <TimeFilter label={m.before} value={values.before} onChange={(before) => narrow({ before })} />
      {isFiltered ? (
        <Button look="quiet" onClick={clear}>
          {m.clearFilters}
        </Button>
      ) : null}
    </fieldset>
  );
}
