/** The poll of a class as every tutor of the group receives it, also if another tutor has asked it. */
import * as v from 'valibot';
import { type PollQuestion, type Respondent, withHeard } from '#domain/poll.ts';
import { ACTION_PARAMETERS } from '#protocol/action-parameters.ts';
import type { ClassRespondent, GroupOrder } from '#protocol/class-orders.ts';
import type { EpochMs } from '#protocol/clock.ts';

export type ClassPoll = {
  id: string;
  question: PollQuestion;
  /** On the platform's clock. */
  askedAt: EpochMs;
  finishedAt: EpochMs | undefined;
  /** The displayed name of the asking tutor. */
  by: string | undefined;
  respondents: readonly ClassRespondent[];
};

/** Undefined: the class has no last question. */
export function classPollOf(orders: readonly GroupOrder[]): ClassPoll | undefined {
  for (const { action, parameters, poll, since, tutorName } of orders) {
    if (action !== 'poll' || !poll) continue;
    const read = v.safeParse(ACTION_PARAMETERS.poll, parameters);
    if (!read.success || 'finish' in read.output) continue;
    const { id, question: body, answers, multiselect } = read.output;
    const type = answers.length === 0 ? 'shortAnswer' : multiselect ? 'multipleChoice' : 'singleChoice';
    const question = { type, body, answers } as const;
    return {
      id,
      question,
      askedAt: since,
      by: tutorName,
      finishedAt: poll.finishedAt,
      respondents: poll.respondents,
    };
  }
  return undefined;
}

/**
 * Merges the class's list into what this tab knows of each device; returns `before` itself if nothing
 * changes. `isAsker`: this tab receives the devices' own answers, which are newer.
 */
export function withClass(
  before: readonly Respondent[],
  reported: readonly ClassRespondent[],
  { isAsker, unknownName }: { isAsker: boolean; unknownName: string },
): readonly Respondent[] {
  const remaining = new Map(reported.map((each) => [each.clientId, each]));
  const merged = (
    each: Respondent,
    { answer, name, 'feedback-type': feedback }: ClassRespondent,
  ): Respondent => {
    const named = each.name === unknownName && name !== undefined ? { ...each, name } : each;
    if (isAsker && each.answer !== undefined) return named;
    // The platform may have cut a long answer.
    if (answer !== undefined && each.answer?.startsWith(answer)) return named;
    const state = answer === undefined && feedback === undefined ? 'waiting' : 'confirmed';
    return withHeard(named, { state, answer, feedback });
  };
  const updated = before.map((each) => {
    const part = remaining.get(each.clientId);
    remaining.delete(each.clientId);
    return part ? merged(each, part) : each;
  });
  const more = [...remaining.values()].map((part) =>
    merged(
      { clientId: part.clientId, name: part.name ?? unknownName, standing: 'waiting', hasLeft: false },
      part,
    ),
  );
  const isSame = more.length === 0 && updated.every((each, index) => each === before[index]);
  return isSame ? before : [...updated, ...more];
}
