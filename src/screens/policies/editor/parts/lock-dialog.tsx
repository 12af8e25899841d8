import { useState } from 'react';
import type { EffectParameters } from '#domain/policies/effects.ts';
import { lockContent } from '#features/action-bar/lock/lock-form.ts';
import { readPageAddress } from '#features/action-bar/page-address.ts';
import { PageAddressField } from '#features/action-bar/page-address-field.tsx';
import { EFFECT_LOOKS } from '#features/policies/parts/part-looks.ts';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { ChoiceField } from '#ui/field/field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { lock as m } from '../messages.ts';
import { PartDialog, type PartDialogProps } from '../part-dialog.tsx';

type Lock = EffectParameters<'LockScreenDefinition'>;

const RichTextEditor = lazyPart(
  async () => (await import('#ui/rich-text/rich-text-editor.tsx')).RichTextEditor,
  { waiting: <Spinner label={m.loading} size={24} /> },
);

/** Limit of the platform. */
const MAX_CONTENT = 20_000;
const MODES = [
  { value: 'message', title: m.message },
  { value: 'url', title: m.url },
] as const;

/** A locked screen shows either a page or a message. */
export function LockDialog({ value, onSubmit, onClose }: PartDialogProps<Lock>) {
  const [first] = useState(() => ({
    mode: value?.url === undefined ? ('message' as const) : ('url' as const),
    url: value?.url ?? '',
    content: lockContent(value?.content ?? ''),
  }));
  const [form, setForm] = useState<{ mode: 'message' | 'url'; url: string; content: string }>(first);
  const [error, setError] = useState<string>();

  function change(part: Partial<typeof form>): void {
    setForm((before) => ({ ...before, ...part }));
    setError(undefined);
  }
  function submit(): void {
    if (form.mode === 'message') {
      const content = lockContent(form.content);
      if (content.length > MAX_CONTENT) setError(m.tooLong);
      else onSubmit({ content });
      return;
    }
    const read = readPageAddress(form.url);
    if ('error' in read) setError(read.error);
    else onSubmit({ url: read.url });
  }

  return (
    <PartDialog
      title={EFFECT_LOOKS.LockScreenDefinition.title}
      width="40rem"
      isChanged={JSON.stringify(form) !== JSON.stringify(first)}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField label={m.mode} value={form.mode} options={MODES} onChange={(mode) => change({ mode })} />
      {form.mode === 'message' ? (
        <RichTextEditor
          label={m.text}
          initial={form.content}
          error={error}
          onChange={(content) => change({ content })}
        />
      ) : (
        <PageAddressField value={form.url} error={error} onChange={(url) => change({ url })} />
      )}
    </PartDialog>
  );
}
