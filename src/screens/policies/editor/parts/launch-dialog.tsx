import { useState } from 'react';
import type { EffectParameters } from '#domain/policies/effects.ts';
import { EFFECT_LOOKS } from '../../../../features/policies/parts/part-looks.ts';
import { ChoiceField, TextField } from '../../../../ui/field/field.tsx';
import { launch as m, m as shared } from '../messages.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';
import { type LaunchErrors, type LaunchForm, launchFormOf, readLaunch } from './launch-form.ts';
import { MAX_ADDRESS } from './read-address.ts';

const MODES = [
  { value: 'url', title: m.url },
  { value: 'command', title: m.command },
] as const;
const MAX_COMMAND = 20_000;
const MAX_DIGITS = 6;

/** Which page or program is started on the device, and how often. */
export function LaunchDialog(props: PartDialogProps<EffectParameters<'LaunchActionDefinition'>>) {
  const [first] = useState(() => launchFormOf(props.value));
  const [form, setForm] = useState(first);
  const [errors, setErrors] = useState<LaunchErrors>({});

  function change(part: Partial<LaunchForm>): void {
    setForm({ ...form, ...part });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !Object.hasOwn(part, field))));
  }
  function submit(): void {
    const read = readLaunch(form);
    if ('errors' in read) setErrors(read.errors);
    else props.onSubmit(read.what);
  }

  return (
    <PartDialog
      title={EFFECT_LOOKS.LaunchActionDefinition.title}
      width="46rem"
      isChanged={JSON.stringify(form) !== JSON.stringify(first)}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <ChoiceField label={m.mode} value={form.mode} options={MODES} onChange={(mode) => change({ mode })} />
      {form.mode === 'url' ? (
        <TextField
          label={shared.address}
          hint={shared.addressHint}
          error={errors.url}
          value={form.url}
          maxLength={MAX_ADDRESS}
          inputMode="url"
          isRequired
          onChange={(url) => change({ url })}
        />
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
