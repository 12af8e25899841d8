import { mdiCheck, mdiClose, mdiPencilOutline } from '@mdi/js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { LiveClient } from '#protocol/live-worker.ts';
import { personName } from '../../live/device-facts.ts';
import { PlainLink } from '../../shell/plain-link.tsx';
import { IconButton } from '../../ui/button.tsx';
import styles from './device-name.module.css';
import { m } from './messages.ts';
import { usePendingAlias } from './pending-alias.ts';
import { setAlias } from './tell-device.ts';

/** As many as an action carries (src/protocol/action-parameters.ts). */
const MAX_ALIAS = 255;

function AliasForm(props: { name: string; alias: string; onSave(alias: string): void; onClose(): void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave(input.current?.value.trim() ?? '');
    props.onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        // The keys of the grid are letters here.
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        props.onClose();
      }}
    >
      <input
        ref={input}
        className={styles.input}
        defaultValue={props.alias}
        placeholder={props.name}
        maxLength={MAX_ALIAS}
        dir="auto"
        autoComplete="off"
        aria-label={m.aliasOf({ name: props.name })}
        aria-description={m.aliasHint}
      />
      <IconButton type="submit" icon={mdiCheck} size="small" label={m.saveAlias} />
      <IconButton icon={mdiClose} size="small" label={m.cancel} onClick={props.onClose} />
    </form>
  );
}

/**
 * Who sits there, by alias or name; the alias can be changed where it stands. `path`: of the device's own screen, where
 * the name leads to it.
 */
export function DeviceName(props: { client: LiveClient; path?: string }) {
  const { client, path } = props;
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLSpanElement>(null);
  const pending = usePendingAlias(client);
  const withoutAlias = client.info && { ...client.info, alias: undefined };
  const ownName = personName(withoutAlias ? { info: withoutAlias } : {}) ?? m.unknownUser;
  const name = pending.alias === undefined ? (personName(client) ?? m.unknownUser) : pending.alias || ownName;
  const isPending = pending.alias === undefined ? undefined : true;
  return (
    <>
      <bdi
        className={styles.name}
        data-tip={name === ownName ? name : m.aliasAndName({ alias: name, name: ownName })}
      >
        {path === undefined ? (
          <span data-pending={isPending}>{name}</span>
        ) : (
          <PlainLink path={path} data-pending={isPending}>
            {name}
          </PlainLink>
        )}
      </bdi>
      <span ref={pencil} className={styles.edit}>
        <IconButton
          icon={mdiPencilOutline}
          size="small"
          label={m.setAliasOf({ name })}
          onClick={() => setEditing(true)}
        />
      </span>
      {isEditing ? (
        <AliasForm
          name={ownName}
          alias={client.info?.alias ?? ''}
          onSave={(alias) => {
            if (alias !== (client.info?.alias ?? '').trim()) pending.expect(alias, setAlias(client, alias));
          }}
          onClose={() => {
            setEditing(false);
            pencil.current?.querySelector('button')?.focus();
          }}
        />
      ) : null}
    </>
  );
}
