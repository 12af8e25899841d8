import type { EffectParameters } from '#domain/policies/effects.ts';
import { PowerFields } from '#features/action-bar/power/power-fields.tsx';
import { EMPTY_POWER, type PowerForm, readPower } from '#features/action-bar/power/power-form.ts';
import { EFFECT_LOOKS } from '#features/policies/parts/part-looks.ts';
import { useFields } from '#ui/field/use-fields.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';

type Power = EffectParameters<'PowerActionsDefinition'>;

const typedSeconds = (seconds: number) => (seconds === 0 ? '' : String(seconds));

function formOf(value: Power | undefined): PowerForm {
  if (value === undefined) return EMPTY_POWER;
  const { action, countdown, repeatIn, allowToAbort, message } = value;
  const times = { countdown: typedSeconds(countdown), repeatIn: typedSeconds(repeatIn) };
  return { action, allowToAbort, message, ...times };
}

/** The power action of the computer, and how long students can postpone or prevent it. */
export function PowerDialog({ value, onSubmit, onClose }: PartDialogProps<Power>) {
  const { fields: form, errors, setErrors, change, isChanged } = useFields(formOf(value));

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
      isChanged={isChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <PowerFields form={form} errors={errors} onChange={change} />
    </PartDialog>
  );
}
