/**
 * A tutor's question and what a class says to it. Pure: the dialog, the summary and the results
 * page all ask here.
 */
export const POLL_TYPES = ['singleChoice', 'multipleChoice', 'shortAnswer'] as const;
export type PollType = (typeof POLL_TYPES)[number];

export const POLL_LETTERS = 'ABCDEFGHIJ';
export const MAX_POLL_ANSWERS = POLL_LETTERS.length;

export type PollQuestion = {
  type: PollType;
  body: string;
  /** A is the first. None: answered in own words. */
  answers: readonly string[];
};

export type PollFault = 'no-body' | 'no-answers';

/** What is sent of what was written: trimmed, without empty answers; a short answer has none to choose from. */
export function readQuestion(
  written: PollQuestion,
): { ok: true; question: PollQuestion } | { ok: false; fault: PollFault } {
  const body = written.body.trim();
  if (body === '') return { ok: false, fault: 'no-body' };
  const { type } = written;
  if (type === 'shortAnswer') return { ok: true, question: { type, body, answers: [] } };
  const answers = written.answers.map((answer) => answer.trim()).filter((answer) => answer !== '');
  if (answers.length === 0) return { ok: false, fault: 'no-answers' };
  return { ok: true, question: { type, body, answers: answers.slice(0, MAX_POLL_ANSWERS) } };
}

/**
 * How it stands with one device. `waiting`: nothing was heard. `shown`: the question is on its screen. `answered`,
 * `changed`: answered anew, `late`: answered after the end. `dismissed`: put away unanswered. `silent`: did not
 * answer in time. `failed`: cannot show it. `unreached`: it was not sent there.
 */
export const STANDINGS = [
  'waiting',
  'shown',
  'answered',
  'changed',
  'late',
  'dismissed',
  'silent',
  'failed',
  'unreached',
] as const;
export type Standing = (typeof STANDINGS)[number];

export type Respondent = {
  clientId: string;
  /** How people call it. Text from a device. */
  name: string;
  standing: Standing;
  /** As the device said it: letters, or words. Text from a device. */
  answer?: string | undefined;
  /** It was here and went away. */
  hasLeft: boolean;
};

/** What is known of a device's part: how the message fared, and what the device said last. */
export type Heard = {
  state: 'waiting' | 'confirmed' | 'failed' | 'silent' | 'refused' | 'expired' | 'invalid' | 'superseded';
  answer?: string | undefined;
  feedback?: 'shown' | 'answered' | 'changed' | 'late' | 'dismissed' | undefined;
};

function standingWithout({ state, feedback }: Heard, before: Standing): Standing {
  if (state === 'confirmed') return feedback === 'dismissed' ? 'dismissed' : 'shown';
  if (state === 'failed') return 'failed';
  // What the device has said weighs more than that it says nothing now.
  if (state === 'waiting' || state === 'silent') {
    return before === 'waiting' || before === 'silent' ? state : before;
  }
  return 'unreached';
}

/** The newest answer counts; one that was given is not taken back by a word without an answer. */
export function withHeard(before: Respondent, heard: Heard): Respondent {
  const answer = heard.answer?.trim();
  if (heard.state === 'confirmed' && answer) {
    if (answer === before.answer) return before;
    const hasAnswered = before.answer !== undefined;
    const standing =
      heard.feedback === 'late'
        ? 'late'
        : hasAnswered || heard.feedback === 'changed'
          ? 'changed'
          : 'answered';
    return { ...before, standing, answer };
  }
  if (before.answer !== undefined) return before;
  const standing = standingWithout(heard, before.standing);
  return standing === before.standing ? before : { ...before, standing };
}

/** `seen`: who was here at some time; `here`: who is now. */
export function withPresence(
  before: Respondent,
  { seen, here }: { seen: ReadonlySet<string>; here: ReadonlySet<string> },
): Respondent {
  const { clientId } = before;
  const hasLeft = !here.has(clientId) && (seen.has(clientId) || before.hasLeft);
  return hasLeft === before.hasLeft ? before : { ...before, hasLeft };
}

/** The letters of one answer, each once. What is no letter of a choice stays one word. */
export function lettersOf({ type, answers }: PollQuestion, answer: string): string[] {
  if (answers.length === 0) return [];
  if (type !== 'multipleChoice') return [answer.trim()];
  return [...new Set(answer.split(',').map((letter) => letter.trim()))].filter((letter) => letter !== '');
}

/** A is the first option; undefined where the question has none of that letter. */
export function optionOf({ answers }: PollQuestion, letter: string): string | undefined {
  const index = letter.length === 1 ? POLL_LETTERS.indexOf(letter) : -1;
  return index < 0 ? undefined : answers[index];
}

/** `option` undefined: the letter is absent in the question. */
export type PollRow = { letter: string; option: string | undefined; count: number };

/** Whatever else was answered, together: no device can make the list longer than the alphabet. */
export const OTHER_LETTER = '?';
const isLetter = (word: string) => /^[A-Z]$/.test(word);

export type PollSummary = {
  received: number;
  total: number;
  /** The question's options in order, then what is absent in it. None for a short answer. */
  rows: readonly PollRow[];
  /** Short answers, the most frequent first; the same words in another case are the same. */
  words: readonly { text: string; count: number }[];
};

function rowsOf(question: PollQuestion, given: readonly string[]): PollRow[] {
  const counts = new Map<string, number>();
  for (const answer of given) {
    const rowLetters = lettersOf(question, answer).map((word) => (isLetter(word) ? word : OTHER_LETTER));
    for (const letter of new Set(rowLetters)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const letters = question.answers.map((_, index) => POLL_LETTERS.charAt(index));
  const absent = [...counts.keys()].filter((letter) => !letters.includes(letter));
  absent.sort((a, b) => Number(a === OTHER_LETTER) - Number(b === OTHER_LETTER) || (a < b ? -1 : 1));
  return [...letters, ...absent].map((letter) => ({
    letter,
    option: optionOf(question, letter),
    count: counts.get(letter) ?? 0,
  }));
}

function wordsOf(given: readonly string[]): { text: string; count: number }[] {
  const words = new Map<string, { text: string; count: number }>();
  for (const text of given) {
    const key = text.toLowerCase();
    const same = words.get(key);
    if (same) same.count += 1;
    else words.set(key, { text, count: 1 });
  }
  return [...words.values()].sort((a, b) => b.count - a.count);
}

export function summarisePoll(question: PollQuestion, respondents: readonly Respondent[]): PollSummary {
  const given = respondents.flatMap(({ answer }) => answer ?? []);
  const isShort = question.answers.length === 0;
  return {
    received: given.length,
    total: respondents.length,
    rows: isShort ? [] : rowsOf(question, given),
    words: isShort ? wordsOf(given) : [],
  };
}
