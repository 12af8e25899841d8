import { mdiOpenInNew } from '@mdi/js';
import { useState } from 'react';
import type { DeviceCondition } from '#domain/devices/device-actions.ts';
import { deviceCommands } from '../../../live/live-connection.ts';
import { ChoiceField, TextField } from '../../../ui/field/field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import type { ActionDialogProps } from '../action-entry.ts';
import { actionTitles } from '../messages.ts';
import { PageAddressField } from '../page-address-field.tsx';
import { performAction } from '../perform.ts';
import { EMPTY_LAUNCH, type LaunchForm, readLaunch } from './launch-form.ts';
import { m } from './messages.ts';

const MAX_COMMAND = 20_000;

const MODES = [
  { value: 'url', title: m.url },
  { value: 'program', title: m.program },
] as const;

/** Only Windows devices start programs. */
const isWindows = ({ system }: DeviceCondition) => system === 'windows';

export function LaunchDialog(props: ActionDialogProps) {
  const [form, setForm] = useState(EMPTY_LAUNCH);
  const [error, setError] = useState<string>();
  const sending = { action: 'launch', ...(form.mode === 'program' && { only: isWindows }) } as const;

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
      <ChoiceField label={m.mode} value={form.mode} options={MODES} onChange={(mode) => change({ mode })} />
      {form.mode === 'url' ? (
        <PageAddressField value={form.url} error={error} onChange={(url) => change({ url })} />
      ) : (
        <>
          <TextField
            label={m.command}
            hint={m.commandHint}
            error={error}
            value={form.command}
            maxLength={MAX_COMMAND}
            isRequired
            onChange={(command) => change({ command })}
          />
          <TextField
            label={m.args}
            value={form.args}
            maxLength={MAX_COMMAND}
            onChange={(args) => change({ args })}
          />
        </>
      )}
    </ActionDialog>
  );
}
