/** Edits a student's answer to a poll. All functions are pure. */

import { POLL_LETTERS } from '#domain/poll.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { DevicePoll } from '../../core/device-state.ts';

export type Draft = { letters: readonly string[]; words: string };

export const letterOf = (index: number): string => POLL_LETTERS.charAt(index);

/** A change starts from the previous answer. */
export function draftOf({ answers, answer }: DevicePoll): Draft {
  if (answer === undefined) return { letters: [], words: '' };
  return answers.length === 0
    ? { letters: [], words: answer }
    : { letters: answer.split(',').map((letter) => letter.trim()), words: '' };
}

/** Restores a stored draft, without letters that the poll does not have. */
export function fittingDraft({ letters, words }: Draft, { answers }: Pick<DevicePoll, 'answers'>): Draft {
  const known = answers.map((_, i) => letterOf(i));
  return { letters: letters.filter((letter) => known.includes(letter)), words };
}

/** Replaces the chosen answer, or toggles it if several may be chosen. */
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

/** Returns undefined if nothing was chosen or written. */
export function answerOf(draft: Draft, { answers }: Pick<DevicePoll, 'answers'>): string | undefined {
  const answer = answers.length === 0 ? trimmedText(draft.words) : draft.letters.join(',');
  return answer === '' ? undefined : answer;
}
