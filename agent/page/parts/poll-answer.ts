/** A student's answer to a question, as it is sent. Pure. */

import { POLL_LETTERS } from '#domain/poll.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { DevicePoll } from '../../core/device-state.ts';

export type Draft = { letters: readonly string[]; words: string };

export const letterOf = (index: number): string => POLL_LETTERS.charAt(index);

/** What was answered before is where a change begins. */
export function draftOf({ answers, answer }: DevicePoll): Draft {
  if (answer === undefined) return { letters: [], words: '' };
  return answers.length === 0
    ? { letters: [], words: answer }
    : { letters: answer.split(',').map((letter) => letter.trim()), words: '' };
}

/** A draft that was kept, without letters that the question does not have. */
export function fittingDraft({ letters, words }: Draft, { answers }: Pick<DevicePoll, 'answers'>): Draft {
  const known = answers.map((_, i) => letterOf(i));
  return { letters: letters.filter((letter) => known.includes(letter)), words };
}

/** One answer takes the place of the other, unless several may be chosen. */
export function choose(
  draft: Draft,
  letter: string,
  { multiselect }: Pick<DevicePoll, 'multiselect'>,
): Draft {
  if (!multiselect) return { ...draft, letters: [letter] };
  const has = draft.letters.includes(letter);
  const letters = has ? draft.letters.filter((other) => other !== letter) : [...draft.letters, letter];
  return { ...draft, letters: letters.sort() };
}

/** Undefined where nothing was chosen or written. */
export function answerOf(draft: Draft, { answers }: Pick<DevicePoll, 'answers'>): string | undefined {
  const answer = answers.length === 0 ? trimmedText(draft.words) : draft.letters.join(',');
  return answer === '' ? undefined : answer;
}
