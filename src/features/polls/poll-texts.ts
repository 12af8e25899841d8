/** How answers are named, the same on the screen and on the results page. */
import { lettersOf, OTHER_LETTER, optionOf, type PollQuestion, type PollRow } from '#domain/poll.ts';
import { shownText } from '#domain/shown-text.ts';
import { m } from './messages.ts';

export const rowTitle = ({ letter, option }: PollRow): string =>
  m.bar({ letter: letter === OTHER_LETTER ? m.otherLetter : letter, option: option ?? m.absent });

/** One answer in a line. Text from a device: it must not be interpreted. */
export function answerText(question: PollQuestion, answer: string): string {
  if (question.answers.length === 0) return shownText(answer);
  return lettersOf(question, answer)
    .map((letter) => m.bar({ letter: shownText(letter, 20), option: optionOf(question, letter) ?? m.absent }))
    .join(', ');
}
