import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { boundedWork } from '#domain/semaphore.ts';
import { deleteDevice } from '#rest/devices.ts';
import { dropFromDirectoryList } from '#rest/directory-list.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { deleteUser } from '#rest/users.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { useIsDrawn } from '#ui/use-while-drawn.ts';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import type { ActionTarget } from '../action-bar/action-target.ts';
import styles from './delete-dialog.module.css';
import { failureWords, m } from './messages.ts';

/** Leaves the school's platform room for other requests. */
const CONCURRENCY = 6;

export type DeleteServices = {
  users(id: string): Promise<void>;
  devices(id: string): Promise<void>;
};

const LIVE: DeleteServices = { users: deleteUser, devices: deleteDevice };

type Kind = keyof DeleteServices;
type Entry = { id: string; name: string };

/** Lists each person or device once, however many of their clients are connected. */
function entriesOf(kind: Kind, targets: readonly ActionTarget[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { userId, deviceId, name } of targets) {
    const id = kind === 'users' ? userId : deviceId;
    if (id !== undefined && !entries.has(id)) entries.set(id, { id, name });
  }
  return [...entries.values()];
}

/** Deletes the entries one by one; those that failed stay, for another try. */
function useDeletion(kind: Kind, first: readonly Entry[], { services, onDone }: Doing) {
  const client = useQueryClient();
  const [entries, setEntries] = useState(first);
  const [done, setDone] = useState<number>();
  const [why, setWhy] = useState('');
  const isDrawn = useIsDrawn();

  async function run(): Promise<void> {
    if (done !== undefined) return;
    setDone(0);
    setWhy('');
    let failure: unknown;
    const failed: Entry[] = [];
    await boundedWork(entries, CONCURRENCY, async (each) => {
      try {
        await goneIsDone(services[kind](each.id));
      } catch (error) {
        failed.push(each);
        failure ??= error;
        return;
      }
      setDone((count = 0) => count + 1);
    });
    const stay = new Set(failed);
    const deleted = entries.filter((each) => !stay.has(each));
    dropFromDirectoryList(
      client,
      kind,
      deleted.map(({ id }) => id),
    );
    if (deleted.length > 0)
      toasts.show({ type: 'success', text: m.deleted({ kind, count: deleted.length }) });
    if (failed.length === 0) return isDrawn() ? onDone() : undefined;
    console.warn('delete', kind, failure);
    const text = m.someFailed({ failed: failed.length, count: entries.length });
    const whyNot = `${text} ${failureText(failure, failureWords)}`;
    // The form may have been closed in the meantime.
    if (!isDrawn()) toasts.show({ type: 'error', text: whyNot });
    setWhy(whyNot);
    setEntries(failed);
    setDone(undefined);
  }

  return { entries, done, why, run };
}

type Doing = { services: DeleteServices; onDone: () => void };

export function DeleteForm(props: ActionDialogProps & { services: DeleteServices }) {
  const kind: Kind = props.place.kind === 'list' ? props.place.of : 'devices';
  // The selection as it was: a device that leaves in the meantime is deleted all the same.
  const [first] = useState(() => entriesOf(kind, props.targets));
  const { entries, done, why, run } = useDeletion(kind, first, {
    services: props.services,
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
