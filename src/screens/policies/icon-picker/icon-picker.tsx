import { useEffect, useId, useMemo, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogEditor } from '#ui/dialog/dialog-form.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { readIconNames } from '#ui/icon/icon-names.ts';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { PolicyIcon } from '../editor/policy-draft.ts';
import { IconGrid } from './icon-grid.tsx';
import styles from './icon-picker.module.css';
import { iconTitle, searchIcons } from './icon-search.ts';
import { m } from './messages.ts';
import { DEFAULT_COLOUR, POLICY_COLOURS } from './policy-colours.ts';

type Names = { name: 'reading' } | { name: 'failed' } | { name: 'read'; names: readonly string[] };

function useIconNames(): { state: Names; retry: () => void } {
  const [state, setState] = useState<Names>({ name: 'reading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let isGone = false;
    const settle = (next: Names) => {
      if (!isGone) setState(next);
    };
    setState({ name: 'reading' });
    readIconNames().then(
      (names) => settle({ name: 'read', names }),
      () => settle({ name: 'failed' }),
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);
  return { state, retry: () => setAttempt((count) => count + 1) };
}

/** An icon of the whole set, and its colour. */
export function IconPicker(props: {
  value: PolicyIcon | undefined;
  onSubmit: (icon: PolicyIcon) => void;
  onClose: () => void;
}) {
  const [icon, setIcon] = useState(props.value?.icon);
  const [color, setColor] = useState(props.value?.color ?? DEFAULT_COLOUR);
  const [query, setQuery] = useState('');
  const { state, retry } = useIconNames();
  const all = state.name === 'read' ? state.names : undefined;
  const found = useMemo(() => all && searchIcons(all, query), [all, query]);
  return (
    <Dialog
      label={m.title}
      width="39rem"
      closeLabel={m.close}
      onClose={props.onClose}
      isUnsaved={icon !== props.value?.icon || color !== (props.value?.color ?? DEFAULT_COLOUR)}
      withHeader
    >
      <DialogEditor
        cancelTitle={m.cancel}
        onCancel={props.onClose}
        submit={{
          title: m.choose,
          worksOffline: true,
          obstacle: icon === undefined ? m.missing : undefined,
          onSubmit: () =>
            icon !== undefined && props.onSubmit({ base: props.value?.base ?? '', color, icon }),
        }}
        aside={
          icon === undefined ? null : (
            <span className={styles.chosen}>
              <NamedIcon name={icon} color={color} size={30} />
              <span>{iconTitle(icon)}</span>
            </span>
          )
        }
      >
        <div className={styles.search}>
          <SearchField label={m.search} value={query} onChange={setQuery} />
          {found === undefined ? null : <span role="status">{m.found({ count: found.length })}</span>}
        </div>
        {state.name === 'reading' ? <Spinner label={m.loading} /> : null}
        {state.name === 'failed' ? (
          <div role="alert" className={styles.failed}>
            <p>{m.notRead}</p>
            <Button onClick={retry}>{m.tryAgain}</Button>
          </div>
        ) : null}
        {found === undefined ? null : found.length === 0 ? (
          <p className={styles.none}>{m.noMatch}</p>
        ) : (
          <IconGrid names={found} value={icon} color={color} onChange={setIcon} />
        )}
        <Palette value={color} onChange={setColor} />
      </DialogEditor>
    </Dialog>
  );
}

function Palette(props: { value: string; onChange: (color: string) => void }) {
  const id = useId();
  return (
    <fieldset className={styles.palette}>
      <legend className={styles.label}>{m.colour}</legend>
      <div className={styles.colours}>
        {POLICY_COLOURS.map(({ value, name }) => (
          <label key={value} className={styles.colour} data-tip={name} style={{ background: value }}>
            <input
              type="radio"
              name={id}
              aria-label={name}
              checked={props.value.toLowerCase() === value}
              onChange={() => props.onChange(value)}
            />
          </label>
        ))}
      </div>
      <p className={styles.warning}>{m.avoidGrey}</p>
    </fieldset>
  );
}
