/** Fields for what to open on a device: a web page by its address, or a program by its command. */
import { ChoiceField, TextField } from '#ui/field/field.tsx';
import { PageAddressField } from '../page-address-field.tsx';
import type { LaunchForm } from './launch-form.ts';
import { m } from './messages.ts';

const MAX_COMMAND = 20_000;

const MODES = [
  { value: 'url', title: m.url },
  { value: 'command', title: m.program },
] as const;

export function LaunchFields(props: {
  form: LaunchForm;
  errors: { url?: string | undefined; command?: string | undefined };
  onChange: (part: Partial<LaunchForm>) => void;
}) {
  const { form, errors, onChange } = props;
  return (
    <>
      <ChoiceField label={m.mode} value={form.mode} options={MODES} onChange={(mode) => onChange({ mode })} />
      {form.mode === 'url' ? (
        <PageAddressField value={form.url} error={errors.url} onChange={(url) => onChange({ url })} />
      ) : (
        <>
          <TextField
            label={m.command}
            hint={m.commandHint}
            error={errors.command}
            value={form.command}
            maxLength={MAX_COMMAND}
            isRequired
            onChange={(command) => onChange({ command })}
          />
          <TextField
            label={m.args}
            value={form.args}
            maxLength={MAX_COMMAND}
            onChange={(args) => onChange({ args })}
          />
        </>
      )}
    </>
  );
}
