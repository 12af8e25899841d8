import { mdiOpenInNew } from '@mdi/js';
import { useState } from 'react';
import { isOfComputer } from '#domain/devices/device-actions.ts';
import { deviceCommands } from '#live/live-connection.ts';
import { ActionDialog } from '../action-dialog.tsx';
import type { ActionDialogProps } from '../action-entry.ts';
import { actionTitles } from '../messages.ts';
import { performAction } from '../perform.ts';
import { LaunchFields } from './launch-fields.tsx';
import { EMPTY_LAUNCH, type LaunchForm, readLaunch } from './launch-form.ts';
import { m } from './messages.ts';

export function LaunchDialog(props: ActionDialogProps) {
  const [form, setForm] = useState(EMPTY_LAUNCH);
  const [error, setError] = useState<string>();
  const sending = { action: 'launch', ...(form.mode === 'command' && { only: isOfComputer }) } as const;

  function change(part: Partial<LaunchForm>): void {
    setForm({ ...form, ...part });
    setError(undefined);
  }
  function submit() {
    const read = readLaunch(form);
    if ('error' in read) return setError(read.error);
    const { what } = read;
    performAction(
      { ...sending, title: actionTitles.launch, send: (audience) => deviceCommands.openTab(audience, what) },
      props,
    );
    props.onClose();
  }

  return (
    <ActionDialog
      {...props}
      title={m.title}
      submitTitle={m.launch}
      submitIcon={mdiOpenInNew}
      sending={sending}
      onSubmit={submit}
    >
      <LaunchFields form={form} errors={{ [form.mode]: error }} onChange={change} />
    </ActionDialog>
  );
}
