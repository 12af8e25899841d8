import { mdiSend } from '@mdi/js';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  type FeedbackBody,
  type FeedbackDiagnostics,
  MAX_FEEDBACK_CONTACT,
  MAX_FEEDBACK_MESSAGE,
} from '#protocol/rest/feedback.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure/failure-notice.tsx';
import field from '../../ui/field/field.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { useSaving } from '../../ui/use-saving.ts';
import { DiagnosticsList } from './diagnostics-list.tsx';
import type { FeedbackDraft } from './feedback-draft.ts';
import styles from './feedback-form.module.css';
import { failureWords, m } from './messages.ts';

/** `onDraft`: after every change. `send` throws where it failed; then everything stays as it was written. */
export function FeedbackForm(props: {
  draft: FeedbackDraft;
  diagnostics: FeedbackDiagnostics;
  /** Whether this form takes the place of another one, which had the focus. */
  autoFocus: boolean;
  onDraft: (draft: FeedbackDraft) => void;
  send: (report: FeedbackBody) => Promise<void>;
  onSent: () => void;
}) {
  const { diagnostics, onDraft } = props;
  const [draft, setDraft] = useState(props.draft);
  const [isMissing, setMissing] = useState(false);
  const { save, isSaving: isSending, why } = useSaving(props.send, failureWords);
  const message = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    if (props.autoFocus) message.current?.focus();
  }, []);

  function change(part: Partial<FeedbackDraft>): void {
    const next = { ...draft, ...part };
    setDraft(next);
    onDraft(next);
    setMissing(false);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    if (draft.message.trim() === '') {
      setMissing(true);
      message.current?.focus();
      return;
    }
    const contact = draft.contact.trim();
    const isSent = await save({
      message: draft.message.trim(),
      ...(contact === '' ? {} : { contact }),
      ...(draft.withDiagnostics ? { diagnostics } : {}),
    });
    if (isSent) props.onSent();
  }

  return (
    <form className={styles.form} aria-label={m.title} noValidate onSubmit={(event) => void submit(event)}>
      <div className={field.field}>
        <label htmlFor={`${id}-message`} className={field.label}>
          {m.message}
        </label>
        <span id={`${id}-message-hint`} className={field.hint}>
          {m.messageHint}
        </span>
        <textarea
          ref={message}
          id={`${id}-message`}
          className={field.input}
          rows={8}
          value={draft.message}
          readOnly={isSending}
          required
          maxLength={MAX_FEEDBACK_MESSAGE}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? `${id}-message-missing ${id}-message-hint` : `${id}-message-hint`}
          onChange={(event) => change({ message: event.currentTarget.value })}
        />
        {isMissing ? (
          <span id={`${id}-message-missing`} className={field.error}>
            {m.messageMissing}
          </span>
        ) : null}
      </div>
      <div className={field.field}>
        <label htmlFor={`${id}-contact`} className={field.label}>
          {m.contact}
        </label>
        <span id={`${id}-contact-hint`} className={field.hint}>
          {m.contactHint}
        </span>
        <input
          id={`${id}-contact`}
          className={field.input}
          value={draft.contact}
          readOnly={isSending}
          maxLength={MAX_FEEDBACK_CONTACT}
          autoComplete="email"
          aria-describedby={`${id}-contact-hint`}
          onChange={(event) => change({ contact: event.currentTarget.value })}
        />
      </div>
      <div className={field.field}>
        <label className={field.choice}>
          <input
            type="checkbox"
            checked={draft.withDiagnostics}
            disabled={isSending}
            onChange={(event) => change({ withDiagnostics: event.currentTarget.checked })}
          />
          <span className={field.label}>{m.withDiagnostics}</span>
        </label>
        {draft.withDiagnostics ? (
          <>
            <span className={field.hint}>{m.withDiagnosticsHint}</span>
            <DiagnosticsList diagnostics={diagnostics} />
          </>
        ) : null}
      </div>
      {why === undefined ? null : <FailureNotice text={`${m.notSent} ${why}`} />}
      <div className={styles.actions}>
        <Button type="submit" look="primary" icon={mdiSend} aria-disabled={isSending}>
          {isSending ? m.sending : m.send}
        </Button>
        {isSending ? <Spinner label={m.sending} size={20} isInline /> : null}
      </div>
    </form>
  );
}
