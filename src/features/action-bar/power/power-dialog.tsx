import { mdiPower } from '@mdi/js';
import { useState } from 'react';
import { POWER_ACTIONS } from '#domain/devices/power-actions.ts';
import { deviceCommands } from '../../../live/live-connection.ts';
import { CheckField, ChoiceField, TextAreaField, TextField } from '../../../ui/field/field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import type { ActionDialogProps } from '../action-entry.ts';
import { m as shared } from '../messages.ts';
import { meantTargets, performAction } from '../perform.ts';
import { m } from './messages.ts';
import { EMPTY_POWER, type PowerErrors, type PowerForm, type PowerInput, readPower } from './power-form.ts';
import { PowerQuestion } from './power-question.tsx';

const ACTIONS = POWER_ACTIONS.map((value) => ({ value, title: m[value] }));
const SENDING = { action: 'powerAction' } as const;
const MAX_DIGITS = 20;
const MAX_MESSAGE = 20_000;

export function PowerDialog(props: ActionDialogProps) {
  const [form, setForm] = useState(EMPTY_POWER);
  const [errors, setErrors] = useState<PowerErrors>({});
  /** What several devices would do: it is asked first. */
  const [asked, setAsked] = useState<PowerInput>();
  const meant = meantTargets(SENDING, props.targets);

  function change(part: Partial<PowerForm>): void {
    setForm({ ...form, ...part });
    // Only what has been changed is right again.
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !Object.hasOwn(part, field))));
  }
  function submit() {
    const read = readPower(form);
    if ('errors' in read) return setErrors(read.errors);
    if (meant.length > 1) setAsked(read.what);
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
      <ChoiceField
        label={m.action}
        error={errors.action}
        value={form.action}
        options={ACTIONS}
        onChange={(action) => change({ action })}
      />
      <TextField
        label={m.countdown}
        hint={m.countdownHint}
        error={errors.countdown}
        value={form.countdown}
        maxLength={MAX_DIGITS}
        inputMode="numeric"
        onChange={(countdown) => change({ countdown })}
      />
      <CheckField
        label={m.allowToAbort}
        value={form.allowToAbort}
        onChange={(allowToAbort) => change({ allowToAbort })}
      />
      <TextField
        label={m.repeatIn}
        hint={m.repeatInHint}
        error={errors.repeatIn}
        value={form.repeatIn}
        maxLength={MAX_DIGITS}
        inputMode="numeric"
        onChange={(repeatIn) => change({ repeatIn })}
      />
      <TextAreaField
        label={m.message}
        hint={shared.submitHint}
        value={form.message}
        maxLength={MAX_MESSAGE}
        onChange={(message) => change({ message })}
      />
      {asked === undefined ? null : (
        <PowerQuestion
          what={asked.action}
          meant={meant}
          onConfirm={() => send(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </ActionDialog>
  );
}
