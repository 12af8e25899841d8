import type { EffectParameters } from '#domain/policies/effects.ts';
import { LaunchFields } from '#features/action-bar/launch/launch-fields.tsx';
import { EFFECT_LOOKS } from '#features/policies/parts/part-looks.ts';
import { TextField } from '#ui/field/field.tsx';
import { useFields } from '#ui/field/use-fields.ts';
import { launch as m } from '../messages.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';
import { launchFormOf, readLaunch } from './launch-form.ts';

const MAX_DIGITS = 6;

/** The page or program that is opened on the device, and how often. */
export function LaunchDialog(props: PartDialogProps<EffectParameters<'LaunchActionDefinition'>>) {
  const { fields: form, errors, setErrors, change, isChanged } = useFields(launchFormOf(props.value));

  function submit(): void {
    const read = readLaunch(form);
    if ('errors' in read) setErrors(read.errors);
    else props.onSubmit(read.what);
  }

  return (
    <PartDialog
      title={EFFECT_LOOKS.LaunchActionDefinition.title}
      width="46rem"
      isChanged={isChanged}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <LaunchFields form={form} errors={errors} onChange={change} />
      <TextField
        label={m.repeat}
        hint={m.repeatHint}
        error={errors.repeat}
        value={form.repeat}
        maxLength={MAX_DIGITS}
        inputMode="numeric"
        isRequired
        onChange={(repeat) => change({ repeat })}
      />
    </PartDialog>
  );
}
