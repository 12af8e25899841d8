import { mdiLock } from '@mdi/js';
import { useState } from 'react';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { ChoiceField } from '#ui/field/field.tsx';
import { SafeHtml } from '#ui/rich-text/safe-html-view.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import type { ActionDialogProps } from '../action-entry.ts';
import { PageAddressField } from '../page-address-field.tsx';
import { performAction } from '../perform.ts';
import { memory } from '../remembered.ts';
import styles from './lock-dialog.module.css';
import { EMPTY_LOCK, type LockForm, lockContent, readLock } from './lock-form.ts';
import { isBrowser, lockSending } from './lock-sending.ts';
import { m } from './messages.ts';

const RichTextEditor = lazyPart(
  async () => (await import('#ui/rich-text/rich-text-editor.tsx')).RichTextEditor,
  {
    waiting: <Spinner label={m.loading} size={24} />,
  },
);

const MODES = [
  { value: 'message', title: m.message },
  { value: 'url', title: m.url },
  { value: 'currentTab', title: m.currentTab },
] as const;

function MessageField(props: {
  content: string;
  error: string | undefined;
  onChange: (html: string) => void;
}) {
  const shown = lockContent(props.content);
  return (
    <>
      <RichTextEditor label={m.text} initial={shown} error={props.error} onChange={props.onChange} />
      {shown === '' ? (
        <p className={styles.hint}>{m.withoutText}</p>
      ) : (
        <section aria-label={m.preview}>
          <p className={styles.hint}>{m.preview}</p>
          <div className={styles.preview}>
            <SafeHtml html={shown} />
          </div>
        </section>
      )}
    </>
  );
}

/** The stored value is untrusted, because another program may have written it. */
function recallLock(): LockForm {
  const form = memory.recall('lock') ?? EMPTY_LOCK;
  return { ...form, content: lockContent(form.content) };
}

/** The dialog opens with the last input, so that Enter locks in the same way again. */
export function LockDialog(props: ActionDialogProps) {
  const [form, setForm] = useState(recallLock);
  const [error, setError] = useState<string>();
  const { mode } = form;

  function change(part: Partial<LockForm>): void {
    setForm((before) => ({ ...before, ...part }));
    setError(undefined);
  }
  function submit() {
    const read = readLock(form);
    if ('error' in read) return setError(read.error);
    memory.remember('lock', { ...form, content: lockContent(form.content) });
    performAction(lockSending(read.what), props);
    props.onClose();
  }

  return (
    <ActionDialog
      {...props}
      title={m.title}
      submitTitle={m.lock}
      submitIcon={mdiLock}
      width="40rem"
      sending={{ action: 'lock', ...(mode === 'currentTab' && { only: isBrowser }) }}
      onSubmit={submit}
    >
      <ChoiceField label={m.mode} value={mode} options={MODES} onChange={(next) => change({ mode: next })} />
      {mode === 'message' ? (
        <MessageField content={form.content} error={error} onChange={(content) => change({ content })} />
      ) : null}
      {mode === 'url' ? (
        <PageAddressField value={form.url} error={error} onChange={(url) => change({ url })} />
      ) : null}
      {mode === 'currentTab' ? <p className={styles.hint}>{m.currentTabHint}</p> : null}
    </ActionDialog>
  );
}
