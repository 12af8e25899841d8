import { useState } from 'react';
import type { DevicePoll } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import type { TakingPart } from '../student/taking-part.ts';
import { Button } from '../ui/button.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { Actions, Dimmed, Panel, PanelForm, PlainText } from '../ui/panel.tsx';
import { answerOf, choose, type Draft, draftOf, fittingDraft, letterOf } from './poll-answer.ts';

export function PollCard(props: {
  poll: DevicePoll;
  device: Pick<TakingPart['device'], 'answerPoll' | 'dismissPoll'>;
  stored: TakingPart['draft'];
}) {
  const { poll, device, stored } = props;
  const [draft, setShown] = useState(() => {
    const before = stored.get();
    return before?.pollId === poll.id ? fittingDraft(before, poll) : draftOf(poll);
  });
  const setDraft = ({ letters, words }: Draft) => {
    setShown({ letters, words });
    stored.set({ pollId: poll.id, letters: [...letters], words });
  };
  const answer = answerOf(draft, poll);
  const submit = () => {
    if (answer !== undefined) device.answerPoll(answer);
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
          {poll.answer === undefined ? <Button onClick={device.dismissPoll}>{m.pollLater}</Button> : null}
        </Actions>
      </PanelForm>
      {poll.answer === undefined ? null : <Dimmed>{m.pollSent({ answer: poll.answer })}</Dimmed>}
    </Panel>
  );
}
