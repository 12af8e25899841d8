/** Shows the poll of the class on the cards, also another tutor's, with each device's answer. */
import * as v from 'valibot';
import { ACTION_PARAMETERS } from '#protocol/action-parameters.ts';
import type { ClassRespondent, GroupOrder } from '#protocol/class-orders.ts';
import type { Answer } from '#protocol/threads/live-action.ts';
import type { OrdersChange } from '../watches/group-orders.ts';
import type { Polls } from './polls.ts';

/** The poll's question while it is on the students' screens. */
function openQuestion({ action, parameters, poll }: GroupOrder) {
  if (action !== 'poll' || !poll || poll.finishedAt !== undefined) return undefined;
  const read = v.safeParse(ACTION_PARAMETERS.poll, parameters);
  return read.success && !('finish' in read.output) ? read.output : undefined;
}

function answerOf(id: string, respondent: ClassRespondent): Answer {
  const { clientId, answer, 'feedback-type': type } = respondent;
  if (answer === undefined && type === undefined) return { clientId, state: 'waiting' };
  const fields = { ...(answer !== undefined && { answer }), ...(type && { 'feedback-type': type }) };
  return { clientId, state: 'confirmed', reply: { id, action: 'poll', ok: true, ...fields } };
}

export function noteClassPolls(
  polls: Pick<Polls, 'note' | 'finish' | 'hide'>,
  { orders, before, isPresumed }: OrdersChange,
): void {
  const open = orders.flatMap((order) => {
    const question = openQuestion(order);
    return question ? [{ order, question }] : [];
  });
  for (const { order, question } of open)
    polls.note(
      question,
      (order.poll?.respondents ?? []).map((each) => answerOf(order.id, each)),
    );
  for (const order of before) {
    const ended = openQuestion(order);
    if (!ended || open.some(({ question }) => question.id === ended.id)) continue;
    if (isPresumed) polls.hide(ended.id);
    else polls.finish(ended.id);
  }
}
