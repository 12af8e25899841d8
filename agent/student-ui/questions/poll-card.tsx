import { useState } from 'react';
import type { DevicePoll } from '../../core/device-state.ts';
import { Button } from '../kit/button.tsx';
import { Choice, TextField } from '../kit/field.tsx';
import { Actions, Dimmed, Panel, PanelForm, PlainText } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import type { PollDraft, StudentCalls } from '../student-state.ts';
import { answerOf, choose, type Draft, draftOf, fittingDraft, letterOf } from './poll-answer.ts';

export function PollCard(props: {
  poll: DevicePoll;
  /** The stored draft. Only the first one counts, because the student edits the shown one. */
  draft: PollDraft | undefined;
  calls: Pick<StudentCalls, 'answerPoll' | 'dismissPoll' | 'storePollDraft'>;
}) {
  const { poll, calls } = props;
  const [draft, setShown] = useState(() =>
    props.draft?.pollId === poll.id ? fittingDraft(props.draft, poll) : draftOf(poll),
  );
  const setDraft = ({ letters, words }: Draft) => {
    setShown({ letters, words });
    void calls.storePollDraft({ pollId: poll.id, letters: [...letters], words });
  };
  const answer = answerOf(draft, poll);
  const submit = () => {
    if (answer !== undefined) void calls.answerPoll(answer);
  };
  return (
    <Panel asks title={m.poll}>
      <PlainText>{poll.question}</PlainText>
      <PanelForm onSubmit={submit}>
        {poll.answers.length === 0 ? (
          <TextField
            label={m.pollShort}
            lines={3}
            maxLength={2_000}
            value={draft.words}
            onChange={(words) => setDraft({ ...draft, words })}
          />
        ) : (
          <fieldset aria-label={m.pollShort}>
            {poll.answers.map((text, i) => (
              <Choice
                // biome-ignore lint/suspicious/noArrayIndexKey: an answer is identified by its letter
                key={i}
                kind={poll.multiselect ? 'checkbox' : 'radio'}
                name={`poll-${poll.id}`}
                isChecked={draft.letters.includes(letterOf(i))}
                onChange={() => setDraft(choose(draft, letterOf(i), poll))}
              >
                <strong>{letterOf(i)}</strong> {text}
              </Choice>
            ))}
          </fieldset>
        )}
        <Actions>
          <Button
            look="primary"
            submits
            isDisabled={answer === undefined || (answer === poll.answer && poll.answer !== undefined)}
          >
            {poll.answer === undefined ? m.pollSend : m.pollChange}
          </Button>
          {poll.answer === undefined ? (
            <Button onClick={() => void calls.dismissPoll()}>{m.pollLater}</Button>
          ) : null}
        </Actions>
      </PanelForm>
      {poll.answer === undefined ? null : <Dimmed>{m.pollSent({ answer: poll.answer })}</Dimmed>}
    </Panel>
  );
}
