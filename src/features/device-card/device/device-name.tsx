import { mdiCheck, mdiClose, mdiPencilOutline } from '@mdi/js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { performs, personName } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { IconButton } from '#ui/button.tsx';
import { m } from '../messages.ts';
import styles from './device-name.module.css';
import { usePendingAlias } from './pending-alias.ts';
import { setAlias } from './tell-device.ts';

/** The limit of the action (src/protocol/action-parameters.ts). */
const MAX_ALIAS = 255;

function AliasForm(props: {
  name: string;
  alias: string;
  /** `isAsked`: saved by Enter or the button, and not by moving the focus elsewhere. */
  onSave(alias: string, isAsked: boolean): void;
  onClose(withFocus: boolean): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(props.alias);
  useEffect(() => input.current?.select(), []);
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    props.onClose(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave(input.current?.value.trim() ?? '', true);
    leave();
  };
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      // Leaving the field saves the alias; only Escape and the cross discard it.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isLeaving.current || currentTarget.contains(relatedTarget)) return;
        const typed = input.current?.value.trim() ?? '';
        // Another tutor may have changed the alias since: an untouched field must not overwrite it.
        if (typed !== first.trim()) props.onSave(typed, false);
        props.onClose(false);
      }}
      onKeyDown={(event) => {
        // The shortcuts of the grid are letters in this field.
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
    >
      <input
        ref={input}
        className={styles.input}
        defaultValue={first}
        placeholder={props.name}
        maxLength={MAX_ALIAS}
        dir="auto"
        autoComplete="off"
        aria-label={m.aliasOf({ name: props.name })}
        aria-description={m.aliasHint}
      />
      <IconButton type="submit" icon={mdiCheck} size="small" label={m.saveAlias} />
      <IconButton icon={mdiClose} size="small" label={m.cancel} onClick={leave} />
    </form>
  );
}

/**
 * The person's alias or name, with an editor for the alias. `path`: the name links to the device's own
 * screen. `directoryName`: shown in the tip if the student has given another name; an empty alias restores
 * the device's own name. `isNamedAbove`: the heading of the screen shows the name, so only an alias that the
 * device has not reported yet is shown here.
 */
export function DeviceName(props: {
  client: LiveClient;
  path?: string;
  directoryName?: string | undefined;
  isNamedAbove?: boolean;
}) {
  const { client, path, directoryName } = props;
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLSpanElement>(null);
  const pending = usePendingAlias(client);
  const withoutAlias = client.info && { ...client.info, alias: undefined };
  const ownName = personName(withoutAlias ? { info: withoutAlias } : {}) ?? m.unknownUser;
  const name = pending.alias === undefined ? (personName(client) ?? m.unknownUser) : pending.alias || ownName;
  const knownAs = directoryName || shownText(client.info?.user?.signedInAs ?? '') || ownName;
  const isPending = pending.alias === undefined ? undefined : true;
  return (
    <>
      {props.isNamedAbove && isPending === undefined ? null : (
        <bdi
          className={styles.name}
          data-tip={name === knownAs ? name : m.aliasAndName({ alias: name, name: knownAs })}
        >
          {path === undefined ? (
            <span data-pending={isPending}>{name}</span>
          ) : (
            <PlainLink path={path} data-pending={isPending}>
              {name}
            </PlainLink>
          )}
        </bdi>
      )}
      {performs(client, 'setAlias') ? (
        <span ref={pencil} className={styles.edit}>
          <IconButton
            icon={mdiPencilOutline}
            size="small"
            label={m.setAliasOf({ name })}
            onClick={() => setEditing(true)}
          />
        </span>
      ) : null}
      {isEditing ? (
        <AliasForm
          name={ownName}
          alias={client.info?.alias ?? ''}
          onSave={(alias, isAsked) => {
            const isChanged = alias !== (client.info?.alias ?? '').trim();
            const isReset = alias === '' && isAsked && ownName !== directoryName;
            if (isChanged || isReset) pending.expect(alias, setAlias(client, alias));
          }}
          onClose={(withFocus) => {
            setEditing(false);
            if (withFocus) pencil.current?.querySelector('button')?.focus();
          }}
        />
      ) : null}
    </>
  );
}
