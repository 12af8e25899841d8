/** The texts of answers, shared by the screen and the results page. */
import { lettersOf, OTHER_LETTER, optionOf, type PollQuestion, type PollRow } from '#domain/poll.ts';
import { shownText } from '#domain/shown-text.ts';
import { m } from './messages.ts';

export const rowTitle = ({ letter, option }: PollRow): string =>
  m.bar({ letter: letter === OTHER_LETTER ? m.otherLetter : letter, option: option ?? m.absent });

/** One answer in a line. It is text from a device and must not be interpreted. */
export function answerText(question: PollQuestion, answer: string): string {
  if (question.answers.length === 0) return shownText(answer);
  return lettersOf(question, answer)
    .map((letter) => m.bar({ letter: shownText(letter, 20), option: optionOf(question, letter) ?? m.absent }))
    .join(', ');
}
