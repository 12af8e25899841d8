import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDevice } from '#rest/devices.ts';
import { dropFromDirectoryList } from '#rest/directory-list.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { deleteUser } from '#rest/users.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import styles from './entries-dialog.module.css';
import { failureWords, m } from './messages.ts';
import { entriesOf, useEntries } from './use-entries.ts';

export type DeleteServices = {
  users(id: string): Promise<void>;
  devices(id: string): Promise<void>;
};

const LIVE: DeleteServices = { users: deleteUser, devices: deleteDevice };

type Kind = keyof DeleteServices;

export function DeleteForm(props: ActionDialogProps & { services: DeleteServices }) {
  const kind: Kind = props.place.kind === 'list' ? props.place.of : 'devices';
  const client = useQueryClient();
  // The selection as it was: a device that leaves in the meantime is deleted all the same.
  const [first] = useState(() => entriesOf(kind, props.targets));
  const { entries, done, why, run } = useEntries(first, {
    send: (id) => goneIsDone(props.services[kind](id)),
    onChanged(deleted) {
      dropFromDirectoryList(
        client,
        kind,
        deleted.map(({ id }) => id),
      );
      toasts.show({ type: 'success', text: m.deleted({ kind, count: deleted.length }) });
    },
    someFailed: m.someFailed,
    failureWords,
    onDone: props.onClose,
  });
  const isRunning = done !== undefined;
  return (
    <DialogForm
      cancelTitle={m.cancel}
      onCancel={props.onClose}
      submit={{
        title: isRunning ? m.deleting({ done, count: entries.length }) : m.confirm,
        look: 'danger',
        obstacle: undefined,
        onSubmit: () => void run(),
      }}
      notice={
        <p role="alert" className={styles.failure}>
          {why}
        </p>
      }
    >
      <p className={styles.question}>
        <bdi>{m.question({ kind, count: entries.length, name: entries[0]?.name ?? '' })}</bdi>
      </p>
      <p>{m.text[kind]}</p>
    </DialogForm>
  );
}

/** Confirms the deletion of people or devices from the directory, and shows its progress. */
export function DeleteDialog(props: ActionDialogProps) {
  const kind = props.place.kind === 'list' ? props.place.of : 'devices';
  return (
    <Dialog label={m.title[kind]} width="464px" closeLabel={m.close} onClose={props.onClose} withHeader>
      <DeleteForm {...props} services={LIVE} />
    </Dialog>
  );
}
