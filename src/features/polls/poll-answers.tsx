import { mdiClose, mdiPlus } from '@mdi/js';
import { useId, useRef } from 'react';
import { MAX_POLL_ANSWERS, POLL_LETTERS } from '#domain/poll.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { FieldError, FieldGroup, FieldHint, FieldInput } from '#ui/field/field-parts.tsx';
import { m } from './messages.ts';
import styles from './poll-dialog.module.css';

/** Ten of these and the question stay far below the limit of one message. */
const MAX_ANSWER_LENGTH = 1_000;

/** The options by letter. Enter moves to the next one and does not send. */
export function PollAnswers(props: {
  answers: readonly string[];
  isMissing: boolean;
  onChange(answers: readonly string[]): void;
}) {
  const { answers, isMissing, onChange } = props;
  const id = useId();
  const isFull = answers.length >= MAX_POLL_ANSWERS;
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<number>(undefined);
  const focus = (index: number) => list.current?.querySelectorAll('input')[index]?.focus();

  function add(): void {
    if (isFull) return;
    focusNext.current = answers.length;
    onChange([...answers, '']);
  }

  function remove(index: number): void {
    onChange(answers.filter((_, at) => at !== index));
    focus(Math.max(0, index - 1));
  }

  return (
    <FieldGroup label={m.answers}>
      <FieldHint id={`${id}-hint`}>{m.answersHint}</FieldHint>
      <ol className={styles.answers} ref={list}>
        {answers.map((answer, index) => {
          const letter = POLL_LETTERS.charAt(index);
          const isFaulty = isMissing && index === 0;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index of an answer is its letter
            <li key={index} className={styles.answer}>
              <span className={styles.letter} aria-hidden="true">
                {letter}
              </span>
              <FieldInput
                aria-label={m.answer({ letter })}
                aria-describedby={isFaulty ? `${id}-missing` : `${id}-hint`}
                aria-invalid={isFaulty}
                maxLength={MAX_ANSWER_LENGTH}
                dir="auto"
                autoComplete="off"
                value={answer}
                ref={(input) => {
                  if (input === null || focusNext.current !== index) return;
                  focusNext.current = undefined;
                  input.focus();
                }}
                onChange={(event) => onChange(answers.with(index, event.currentTarget.value))}
                onKeyDown={(event) => {
                  const isSending = event.ctrlKey || event.metaKey;
                  if (event.key !== 'Enter' || isSending || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  if (index < answers.length - 1) focus(index + 1);
                  else add();
                }}
              />
              {answers.length > 1 ? (
                <IconButton
                  icon={mdiClose}
                  size="small"
                  label={m.removeAnswer({ letter })}
                  onClick={() => remove(index)}
                />
              ) : null}
            </li>
          );
        })}
      </ol>
      {isMissing ? <FieldError id={`${id}-missing`}>{m.noAnswers}</FieldError> : null}
      <div>
        <Button
          icon={mdiPlus}
          aria-disabled={isFull}
          aria-description={isFull ? m.mostAnswers : undefined}
          data-tip={isFull ? m.mostAnswers : undefined}
          onClick={add}
        >
          {m.addAnswer}
        </Button>
      </div>
    </FieldGroup>
  );
}
