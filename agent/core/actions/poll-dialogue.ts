/** Shows a tutor's question and collects the student's answer. */

import type { ActionParameters } from '#protocol/action-parameters.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { DevicePoll } from '../device-state.ts';
import type { ActionDeps, DeviceActionContext, Handlers } from './action-context.ts';
import type { ActionOutcome } from './action-handlers.ts';

/** An answer that is given within this time after the end of the poll is still sent, as late. */
const GRACE_MS = 30_000;
const MAX_ANSWER_LENGTH = 20_000;
const FIRST_LETTER = 'A'.charCodeAt(0);

type Asked = { poll: DevicePoll; reply: DeviceActionContext['reply'] };

export function createPollDialogue({ clock, change }: Pick<ActionDeps, 'clock' | 'change'>) {
  let asked: Asked | undefined;
  let finished: (Asked & { until: EpochMs }) | undefined;
  /** The answer that the student gave before this program was started, as the platform stores it. */
  let answered: { pollId: string; answer: string } | undefined;

  const show = (next: Asked | undefined) => {
    asked = next;
    change({ poll: next?.poll });
  };

  const ask = (
    { groupId: _g, clients: _c, ...question }: Exclude<ActionParameters<'poll'>, { finish: true }>,
    { tutorId, reply }: DeviceActionContext,
  ): ActionOutcome => {
    const before = asked?.poll;
    const same = before?.id === question.id && before.tutorId === tutorId;
    // A new question replaces an unanswered one.
    if (asked !== undefined && !same && before?.answer === undefined)
      asked.reply({ ok: true, 'feedback-type': 'dismissed' });
    const earlier = answered?.pollId === question.id ? answered.answer : undefined;
    const answer = same ? before.answer : earlier;
    finished = undefined;
    show({ poll: { ...question, tutorId, ...(answer !== undefined && { answer }) }, reply });
    return answer === undefined
      ? { ok: true, 'feedback-type': 'shown' }
      : { ok: true, 'feedback-type': 'answered', answer };
  };

  /** Finishing a poll that is not shown succeeds, because there is nothing left to do. */
  const finish = (id: string, tutorId: string): ActionOutcome => {
    if (asked?.poll.id === id && asked.poll.tutorId === tutorId) {
      finished = { ...asked, until: clock.now() + GRACE_MS };
      show(undefined);
    }
    return { ok: true };
  };

  const handlers: Handlers<'poll'> = {
    poll: (wanted, context) =>
      'finish' in wanted ? finish(wanted.id, context.tutorId) : ask(wanted, context),
  };

  return {
    handlers,
    /** Sets the answer to use if this poll is asked again. */
    recall(pollId: string, answer: string): void {
      answered = { pollId, answer };
    },
    /** Ends the poll after a tutor or the platform has finished it. */
    end(pollId: string): void {
      if (asked?.poll.id === pollId) finish(pollId, asked.poll.tutorId);
    },
    /**
     * Takes letters for a choice, otherwise words. Returns false if no poll is open or the answer is wrong.
     */
    answer(text: string): boolean {
      if (asked !== undefined) {
        const answer = readAnswer(asked.poll, text);
        const before = asked.poll.answer;
        if (answer === undefined) return false;
        if (answer === before) return true;
        const { reply } = asked;
        show({ poll: { ...asked.poll, answer }, reply });
        reply({ ok: true, answer, 'feedback-type': before === undefined ? 'answered' : 'changed' });
        return true;
      }
      if (finished === undefined || finished.until < clock.now()) return false;
      const answer = readAnswer(finished.poll, text);
      if (answer !== undefined) finished.reply({ ok: true, answer, 'feedback-type': 'late' });
      return answer !== undefined;
    },
    /** Closes the question without an answer. Returns false if no question is shown. */
    dismiss(): boolean {
      if (asked === undefined) return false;
      const { reply } = asked;
      show(undefined);
      reply({ ok: true, 'feedback-type': 'dismissed' });
      return true;
    },
  };
}

/** Returns one letter, or several in order if the poll allows it; for an open question the trimmed words. */
function readAnswer({ answers, multiselect }: DevicePoll, text: string): string | undefined {
  if (answers.length === 0) return text.trim().slice(0, MAX_ANSWER_LENGTH) || undefined;
  const letters = [...new Set(text.split(',').map((letter) => letter.trim().toUpperCase()))].sort();
  const known = letters.every((letter) => {
    const index = letter.charCodeAt(0) - FIRST_LETTER;
    return letter.length === 1 && index >= 0 && index < answers.length;
  });
  return known && (multiselect || letters.length === 1) ? letters.join(',') : undefined;
}
