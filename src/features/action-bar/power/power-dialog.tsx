import { mdiPower } from '@mdi/js';
import { useState } from 'react';
import { deviceCommands } from '#live/live-connection.ts';
import { useFields } from '#ui/field/use-fields.ts';
import { ActionDialog } from '../action-dialog.tsx';
import type { ActionDialogProps } from '../action-entry.ts';
import { m as shared } from '../messages.ts';
import { performAction, recipientsOf } from '../perform.ts';
import { m } from './messages.ts';
import { PowerFields } from './power-fields.tsx';
import { EMPTY_POWER, type PowerInput, readPower } from './power-form.ts';
import { PowerQuestion } from './power-question.tsx';

const SENDING = { action: 'powerAction' } as const;

export function PowerDialog(props: ActionDialogProps) {
  const { fields: form, errors, setErrors, change } = useFields(EMPTY_POWER);
  /** The input that waits for confirmation: an action for several devices is confirmed first. */
  const [unconfirmed, setUnconfirmed] = useState<PowerInput>();
  const recipients = recipientsOf(SENDING, props.targets);

  function submit() {
    const read = readPower(form);
    if ('errors' in read) return setErrors(read.errors);
    if (recipients.length > 1) setUnconfirmed(read.what);
    else send(read.what);
  }
  function send(what: PowerInput): void {
    performAction(
      {
        action: 'powerAction',
        title: m[what.action],
        send: (audience) => deviceCommands.powerAction(audience, what),
      },
      props,
    );
    props.onClose();
  }

  return (
    <ActionDialog
      {...props}
      title={m.title}
      submitTitle={m.send}
      submitIcon={mdiPower}
      submitLook="danger"
      sending={SENDING}
      onSubmit={submit}
    >
      <PowerFields form={form} errors={errors} messageHint={shared.submitHint} onChange={change} />
      {unconfirmed === undefined ? null : (
        <PowerQuestion
          what={unconfirmed.action}
          recipients={recipients}
          onConfirm={() => send(unconfirmed)}
          onClose={() => setUnconfirmed(undefined)}
        />
      )}
    </ActionDialog>
  );
}
