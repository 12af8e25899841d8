import { mdiSend } from '@mdi/js';
import { useState } from 'react';
import { POLL_TYPES, type PollQuestion, readQuestion } from '#domain/poll.ts';
import { trimmedText } from '#domain/visible-text.ts';
import { ChoiceField, TextAreaField } from '#ui/field/field.tsx';
import { FieldHint } from '#ui/field/field-parts.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { ActionDialog } from '../action-bar/action-dialog.tsx';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import { audienceOf, recipientsOf } from '../action-bar/perform.ts';
import { currentPolls, pollKey, pollObstacle } from './current-poll.ts';
import { m } from './messages.ts';
import { PollAnswers } from './poll-answers.tsx';

const MAX_QUESTION_LENGTH = 4_000;

/** Writes a question and sends it to the selected devices. */
export function PollDialog(props: ActionDialogProps) {
  const { place, targets } = props;
  const [written, setWritten] = useState<PollQuestion>({ type: 'singleChoice', body: '', answers: ['', ''] });
  const [isMissing, setMissing] = useState(false);
  const obstacle = useObservable(pollObstacle, () => pollObstacle.get(place));

  function change(part: Partial<PollQuestion>): void {
    setWritten({ ...written, ...part });
    setMissing(false);
  }

  function submit(): void {
    const read = readQuestion(written);
    if (!read.ok) {
      setMissing(read.fault === 'no-answers');
      return;
    }
    const recipients = recipientsOf({ action: 'poll' }, targets);
    currentPolls.ask(pollKey(place), {
      groupId: place.kind === 'group' ? place.groupId : undefined,
      question: read.question,
      audience: audienceOf(place, recipients),
      recipients: recipients.map(({ recipient, name }) => ({ clientId: recipient.clientId, name })),
    });
    props.onClose();
  }

  return (
    <ActionDialog
      {...props}
      title={m.title}
      submitTitle={m.send}
      submitIcon={mdiSend}
      sending={{ action: 'poll' }}
      obstacle={obstacle ?? (trimmedText(written.body) === '' ? m.questionNeeded : undefined)}
      onSubmit={submit}
    >
      <TextAreaField
        label={m.question}
        value={written.body}
        maxLength={MAX_QUESTION_LENGTH}
        isRequired
        onChange={(body) => change({ body })}
      />
      <ChoiceField
        label={m.type}
        value={written.type}
        options={POLL_TYPES.map((type) => ({ value: type, title: m[type] }))}
        onChange={(type) => change({ type })}
      />
      {written.type === 'shortAnswer' ? (
        <FieldHint>{m.shortAnswerHint}</FieldHint>
      ) : (
        <PollAnswers
          answers={written.answers}
          isMissing={isMissing}
          onChange={(answers) => change({ answers })}
        />
      )}
    </ActionDialog>
  );
}
