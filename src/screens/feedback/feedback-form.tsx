import { mdiSend } from '@mdi/js';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { trimmedText } from '#domain/visible-text.ts';
import {
  type FeedbackBody,
  type FeedbackDiagnostics,
  MAX_FEEDBACK_CONTACT,
  MAX_FEEDBACK_MESSAGE,
} from '#protocol/rest/feedback.ts';
import { Button } from '#ui/button.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { CheckField } from '#ui/field/field.tsx';
import {
  FieldBox,
  FieldError,
  FieldHint,
  FieldInput,
  FieldLabel,
  FieldTextArea,
} from '#ui/field/field-parts.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { DiagnosticsList } from './diagnostics-list.tsx';
import type { FeedbackDraft } from './feedback-draft.ts';
import styles from './feedback-form.module.css';
import { failureWords, m } from './messages.ts';

/** `onDraft`: after every change. `send` throws on failure; the form then keeps its content. */
export function FeedbackForm(props: {
  draft: FeedbackDraft;
  diagnostics: FeedbackDiagnostics;
  /** Whether this form replaces another one, which had the focus. */
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
    if (trimmedText(draft.message) === '') {
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
      <FieldBox>
        <FieldLabel htmlFor={`${id}-message`}>{m.message}</FieldLabel>
        <FieldHint id={`${id}-message-hint`}>{m.messageHint}</FieldHint>
        <FieldTextArea
          ref={message}
          id={`${id}-message`}
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
          <FieldError id={`${id}-message-missing`} isQuiet>
            {m.messageMissing}
          </FieldError>
        ) : null}
      </FieldBox>
      <FieldBox>
        <FieldLabel htmlFor={`${id}-contact`}>{m.contact}</FieldLabel>
        <FieldHint id={`${id}-contact-hint`}>{m.contactHint}</FieldHint>
        <FieldInput
          id={`${id}-contact`}
          value={draft.contact}
          readOnly={isSending}
          maxLength={MAX_FEEDBACK_CONTACT}
          autoComplete="email"
          aria-describedby={`${id}-contact-hint`}
          onChange={(event) => change({ contact: event.currentTarget.value })}
        />
      </FieldBox>
      <FieldBox>
        <CheckField
          label={<strong>{m.withDiagnostics}</strong>}
          value={draft.withDiagnostics}
          isDisabled={isSending}
          onChange={(withDiagnostics) => change({ withDiagnostics })}
        />
        {draft.withDiagnostics ? (
          <>
            <FieldHint>{m.withDiagnosticsHint}</FieldHint>
            <DiagnosticsList diagnostics={diagnostics} />
          </>
        ) : null}
      </FieldBox>
      {why === undefined ? null : <FailureNotice text={`${m.notSent} ${why}`} />}
      <div className={styles.actions}>
        <Button needsPlatform type="submit" look="primary" icon={mdiSend} aria-disabled={isSending}>
          {isSending ? m.sending : m.send}
        </Button>
        {isSending ? <Spinner label={m.sending} size={20} isInline /> : null}
      </div>
    </form>
  );
}
