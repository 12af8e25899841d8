import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changesDevice } from '#domain/devices/device-actions.ts';
import type { DeviceAccess, SiteDevice } from '#protocol/rest/device.ts';
import { setDeviceAccess } from '#rest/devices.ts';
import { changeDirectoryList } from '#rest/directory-list.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import { accessFailureWords, access as m } from './access-messages.ts';
import styles from './entries-dialog.module.css';
import { m as words } from './messages.ts';
import { entriesOf, useEntries } from './use-entries.ts';

export type AccessAction = 'shutOut' | 'letIn';

type SetAccess = (id: string, isShutOut: boolean) => Promise<DeviceAccess>;

export function AccessForm(props: ActionDialogProps & { action: AccessAction; send?: SetAccess }) {
  const { action, send = setDeviceAccess } = props;
  const client = useQueryClient();
  const [changed] = useState(() => new Map<string, DeviceAccess>());
  // The selection as it was: a device that leaves in the meantime is shut out all the same.
  const [first] = useState(() =>
    entriesOf(
      'devices',
      props.targets.filter(({ condition }) => changesDevice(action, condition)),
    ),
  );
  const { entries, done, why, run } = useEntries(first, {
    async send(id) {
      changed.set(id, await send(id, action === 'shutOut'));
    },
    onChanged(devices) {
      changeDirectoryList<SiteDevice>(client, 'devices', (rows) =>
        rows.map((row) => {
          const access = changed.get(row.id);
          return access === undefined ? row : { ...row, shutOutAt: access.shutOutAt };
        }),
      );
      for (const { id } of devices) void client.invalidateQueries({ queryKey: ['devices', id], exact: true });
      const [{ name }] = devices as [(typeof devices)[number]];
      toasts.show({ type: 'success', text: m.done[action]({ count: devices.length, name }) });
    },
    someFailed: m.someFailed,
    failureWords: accessFailureWords,
    onDone: props.onClose,
  });
  const isRunning = done !== undefined;
  return (
    <DialogForm
      cancelTitle={words.cancel}
      onCancel={props.onClose}
      submit={{
        title: isRunning ? m.running({ done, count: entries.length }) : m.confirm[action],
        look: action === 'shutOut' ? 'danger' : 'primary',
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
        <bdi>{m.question[action]({ count: entries.length, name: entries[0]?.name ?? '' })}</bdi>
      </p>
      <p>{m.text[action]}</p>
    </DialogForm>
  );
}

const dialogOf = (action: AccessAction) => (props: ActionDialogProps) => (
  <Dialog label={m.title[action]} width="464px" closeLabel={words.close} onClose={props.onClose} withHeader>
    <AccessForm {...props} action={action} />
  </Dialog>
);

/** Confirms that devices are shut out of the platform, and shows the progress. */
export const ShutOutDialog = dialogOf('shutOut');
/** Confirms that devices may connect again, and shows the progress. */
export const LetInDialog = dialogOf('letIn');
