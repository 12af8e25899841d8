import type { EffectParameters } from '#domain/policies/effects.ts';
import { PageAddressField } from '../../../../features/action-bar/page-address-field.tsx';
import { EFFECT_LOOKS } from '../../../../features/policies/parts/part-looks.ts';
import { ChoiceField, TextField } from '../../../../ui/field/field.tsx';
import { useFields } from '../../../../ui/field/use-fields.ts';
import { launch as m } from '../messages.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';
import { launchFormOf, readLaunch } from './launch-form.ts';

const MODES = [
  { value: 'url', title: m.url },
  { value: 'command', title: m.command },
] as const;
const MAX_COMMAND = 20_000;
const MAX_DIGITS = 6;

/** Which page or program is started on the device, and how often. */
export function LaunchDialog(props: PartDialogProps<EffectParameters<'LaunchActionDefinition'>>) {
  const { fields: form, errors, setErrors, change, isChanged } = useFields(() => launchFormOf(props.value));

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
      <ChoiceField label={m.mode} value={form.mode} options={MODES} onChange={(mode) => change({ mode })} />
      {form.mode === 'url' ? (
        <PageAddressField value={form.url} error={errors.url} onChange={(url) => change({ url })} />
      ) : (
        <>
          <TextField
            label={m.commandField}
            error={errors.command}
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
