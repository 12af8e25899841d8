/** A tutor's question and the answers of a class. Pure: the dialog, the summary and the results use it. */
export const POLL_TYPES = ['singleChoice', 'multipleChoice', 'shortAnswer'] as const;
export type PollType = (typeof POLL_TYPES)[number];

export const POLL_LETTERS = 'ABCDEFGHIJ';
export const MAX_POLL_ANSWERS = POLL_LETTERS.length;

export type PollQuestion = {
  type: PollType;
  body: string;
  /** A is the first. Empty: students answer in their own words. */
  answers: readonly string[];
};

export type PollFault = 'no-body' | 'no-answers';

/** The question as it is sent: trimmed, without empty answers. A short answer has no options. */
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
 * State of the poll on one device. `waiting`: no reply yet. `shown`: on its screen. `changed`: the student
 * answered again. `late`: answered after the end. `dismissed`: closed without an answer. `silent`: no reply
 * in time. `failed`: it cannot show the question. `unreached`: nothing was sent to it.
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
  /** Name of the device for people. Text from a device. */
  name: string;
  standing: Standing;
  /** Letters or words, as the device sent them. Text from a device. */
  answer?: string | undefined;
  /** The device was connected and has left. */
  hasLeft: boolean;
};

/** State of the message to a device, and the last reply of the device. */
export type Heard = {
  state: 'waiting' | 'confirmed' | 'failed' | 'silent' | 'refused' | 'expired' | 'invalid' | 'superseded';
  answer?: string | undefined;
  feedback?: 'shown' | 'answered' | 'changed' | 'late' | 'dismissed' | undefined;
};

function standingWithout({ state, feedback }: Heard, before: Standing): Standing {
  if (state === 'confirmed') return feedback === 'dismissed' ? 'dismissed' : 'shown';
  if (state === 'failed') return 'failed';
  // Earlier replies of the device count more than its present silence.
  if (state === 'waiting' || state === 'silent') {
    return before === 'waiting' || before === 'silent' ? state : before;
  }
  return 'unreached';
}

/** The newest answer counts. A reply without an answer does not remove an earlier one. */
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

/** `seen`: devices that were connected at some time; `here`: devices that are connected now. */
export function withPresence(
  before: Respondent,
  { seen, here }: { seen: ReadonlySet<string>; here: ReadonlySet<string> },
): Respondent {
  const { clientId } = before;
  const hasLeft = !here.has(clientId) && (seen.has(clientId) || before.hasLeft);
  return hasLeft === before.hasLeft ? before : { ...before, hasLeft };
}

/** The letters of one answer, each once. A part that is not a letter is kept as one word. */
export function lettersOf({ type, answers }: PollQuestion, answer: string): string[] {
  if (answers.length === 0) return [];
  if (type !== 'multipleChoice') return [answer.trim()];
  return [...new Set(answer.split(',').map((letter) => letter.trim()))].filter((letter) => letter !== '');
}

/** A is the first option. Undefined if the question has no such letter. */
export function optionOf({ answers }: PollQuestion, letter: string): string | undefined {
  const index = letter.length === 1 ? POLL_LETTERS.indexOf(letter) : -1;
  return index < 0 ? undefined : answers[index];
}

/** `option` undefined: the question has no such letter. */
export type PollRow = { letter: string; option: string | undefined; count: number };

/** All other answers together, so that no device can make the list longer than the alphabet. */
export const OTHER_LETTER = '?';
const isLetter = (word: string) => /^[A-Z]$/.test(word);

export type PollSummary = {
  received: number;
  total: number;
  /** The question's options in order, then other answers. Empty for a short answer. */
  rows: readonly PollRow[];
  /** Short answers, the most frequent first. Case does not matter. */
  words: readonly { text: string; count: number }[];
};

function rowsOf(question: PollQuestion, givenAnswers: readonly string[]): PollRow[] {
  const counts = new Map<string, number>();
  for (const answer of givenAnswers) {
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

function wordsOf(givenAnswers: readonly string[]): { text: string; count: number }[] {
  const words = new Map<string, { text: string; count: number }>();
  for (const text of givenAnswers) {
    const key = text.toLowerCase();
    const same = words.get(key);
    if (same) same.count += 1;
    else words.set(key, { text, count: 1 });
  }
  return [...words.values()].sort((a, b) => b.count - a.count);
}

export function summarisePoll(question: PollQuestion, respondents: readonly Respondent[]): PollSummary {
  const givenAnswers = respondents.flatMap(({ answer }) => answer ?? []);
  const isShort = question.answers.length === 0;
  return {
    received: givenAnswers.length,
    total: respondents.length,
    rows: isShort ? [] : rowsOf(question, givenAnswers),
    words: isShort ? wordsOf(givenAnswers) : [],
  };
}
