import { useState } from 'react';
import { POWER_ACTIONS } from '#domain/devices/power-actions.ts';
import type { EffectParameters } from '#domain/policies/effects.ts';
import {
  EMPTY_POWER,
  type PowerErrors,
  type PowerForm,
  readPower,
} from '../../../../features/action-bar/power/power-form.ts';
import { EFFECT_LOOKS } from '../../../../features/policies/parts/part-looks.ts';
import { CheckField, ChoiceField, TextAreaField, TextField } from '../../../../ui/field/field.tsx';
import { power as m } from '../messages.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';

type Power = EffectParameters<'PowerActionsDefinition'>;
const ACTIONS = POWER_ACTIONS.map((value) => ({ value, title: m[value] }));
const MAX_DIGITS = 20;
const MAX_MESSAGE = 20_000;

const typedSeconds = (seconds: number) => (seconds === 0 ? '' : String(seconds));

function formOf(value: Power | undefined): PowerForm {
  if (value === undefined) return EMPTY_POWER;
  const { action, countdown, repeatIn, allowToAbort, message } = value;
  const times = { countdown: typedSeconds(countdown), repeatIn: typedSeconds(repeatIn) };
  return { action, allowToAbort, message, ...times };
}

/** What becomes of the computer, and how long students can do something about it. */
export function PowerDialog({ value, onSubmit, onClose }: PartDialogProps<Power>) {
  const [first] = useState(() => formOf(value));
  const [form, setForm] = useState(first);
  const [errors, setErrors] = useState<PowerErrors>({});

  function change(part: Partial<PowerForm>): void {
    setForm({ ...form, ...part });
    // Only what has been changed is right again.
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !Object.hasOwn(part, field))));
  }
  function submit(): void {
    const read = readPower(form);
    if ('errors' in read) {
      setErrors(read.errors);
      return;
    }
    const { action, countdown = 0, repeatIn = 0, allowToAbort = false } = read.what;
    onSubmit({ action, countdown, repeatIn, allowToAbort, message: form.message.trim() });
  }

  return (
    <PartDialog
      title={EFFECT_LOOKS.PowerActionsDefinition.title}
      width="39rem"
      isChanged={JSON.stringify(form) !== JSON.stringify(first)}
      onSubmit={submit}
      onClose={onClose}
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
        value={form.message}
        maxLength={MAX_MESSAGE}
        onChange={(message) => change({ message })}
      />
    </PartDialog>
  );
}
