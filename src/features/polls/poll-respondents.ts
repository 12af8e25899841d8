/** The respondents of a poll: pure steps from one answer to the next. */
import { type Respondent, withHeard } from '#domain/poll.ts';
import type { Answer } from '#protocol/threads/live-action.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export const sortByName = (all: readonly Respondent[]): Respondent[] =>
  [...all].sort((a, b) => collator.compare(a.name, b.name));

export const waitingRespondent = (clientId: string, name: string): Respondent => ({
  clientId,
  name,
  standing: 'waiting',
  hasLeft: false,
});

/** Merges the devices' answers; returns `before` itself if nothing is new. */
export function withAnswers(
  before: readonly Respondent[],
  answers: ReadonlyMap<string, Answer>,
  unknownName: string,
): readonly Respondent[] {
  const remaining = new Map(answers);
  const answerOf = ({ state, reply }: Answer) => ({
    state,
    answer: reply?.answer,
    feedback: reply?.['feedback-type'],
  });
  const updated = before.map((each) => {
    const answer = remaining.get(each.clientId);
    remaining.delete(each.clientId);
    return answer ? withHeard(each, answerOf(answer)) : each;
  });
  const more = [...remaining.values()].map((answer) =>
    withHeard(waitingRespondent(answer.clientId, unknownName), answerOf(answer)),
  );
  const isSame = more.length === 0 && updated.every((each, index) => each === before[index]);
  return isSame ? before : [...updated, ...more];
}
