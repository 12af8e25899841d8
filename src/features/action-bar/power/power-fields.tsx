/** The fields of a power action, of one that is sent now and of one that a policy holds. */
import { POWER_ACTIONS } from '#domain/devices/power-actions.ts';
import { CheckField, ChoiceField, TextAreaField, TextField } from '../../../ui/field/field.tsx';
import { m } from './messages.ts';
import type { PowerErrors, PowerForm } from './power-form.ts';

const ACTIONS = POWER_ACTIONS.map((value) => ({ value, title: m[value] }));
const MAX_DIGITS = 20;
const MAX_MESSAGE = 20_000;

export function PowerFields(props: {
  form: PowerForm;
  errors: PowerErrors;
  /** Below the message: what a key does there. */
  messageHint?: string | undefined;
  onChange: (part: Partial<PowerForm>) => void;
}) {
  const { form, errors, messageHint, onChange } = props;
  return (
    <>
      <ChoiceField
        label={m.action}
        error={errors.action}
        value={form.action}
        options={ACTIONS}
        onChange={(action) => onChange({ action })}
      />
      <TextField
        label={m.countdown}
        hint={m.countdownHint}
        error={errors.countdown}
        value={form.countdown}
        maxLength={MAX_DIGITS}
        inputMode="numeric"
        onChange={(countdown) => onChange({ countdown })}
      />
      <CheckField
        label={m.allowToAbort}
        value={form.allowToAbort}
        // An error of the other field may be about this one.
        onChange={(allowToAbort) => onChange({ allowToAbort, repeatIn: form.repeatIn })}
      />
      <TextField
        label={m.repeatIn}
        hint={m.repeatInHint}
        error={errors.repeatIn}
        value={form.repeatIn}
        maxLength={MAX_DIGITS}
        inputMode="numeric"
        onChange={(repeatIn) => onChange({ repeatIn })}
      />
      <TextAreaField
        label={m.message}
        hint={messageHint}
        value={form.message}
        maxLength={MAX_MESSAGE}
        onChange={(message) => onChange({ message })}
      />
    </>
  );
}
