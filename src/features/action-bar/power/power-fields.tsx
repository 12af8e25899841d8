/** The fields of a power action, for immediate sending and for policies. */
import { POWER_ACTIONS } from '#domain/devices/power-actions.ts';
import { CheckField, ChoiceField, TextAreaField, TextField } from '#ui/field/field.tsx';
import { m } from './messages.ts';
import type { PowerErrors, PowerForm } from './power-form.ts';

const ACTIONS = POWER_ACTIONS.map((value) => ({ value, title: m[value] }));
const MAX_DIGITS = 20;
const MAX_MESSAGE = 20_000;

export function PowerFields(props: {
  form: PowerForm;
  errors: PowerErrors;
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
        // Sets the other field too, because its error may be about this checkbox.
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
