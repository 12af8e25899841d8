/** The last poll of each client and its answer, for its card. */
import type { Reply } from '#protocol/action.ts';
import type { ActionParameters } from '#protocol/action-parameters.ts';
import type { Answer } from '#protocol/threads/live-action.ts';
import type { ClientPoll } from '#protocol/threads/live-worker.ts';

export type PollsDeps = {
  /** Undefined removes the poll. */
  setPoll(clientId: string, poll: ClientPoll | undefined): void;
};

/** A class has one poll at a time, so this is ample. */
const MAX_FINISHED = 100;

type Question = Exclude<ActionParameters<'poll'>, { finish: true }>;

export function createPolls({ setPoll }: PollsDeps) {
  const polls = new Map<string, ClientPoll>();
  /** Late answers to these belong to the results, not on the cards. */
  const finished = new Set<string>();

  function put(clientId: string, poll: ClientPoll | undefined) {
    if (poll) polls.set(clientId, poll);
    else polls.delete(clientId);
    setPoll(clientId, poll);
  }

  /** Removes a poll from the cards. A later `note` shows it again. */
  function hide(pollId: string) {
    for (const [clientId, poll] of polls) if (poll.id === pollId) put(clientId, undefined);
  }

  return {
    /** Answers to this poll have changed. */
    note({ id, question: body, answers: options, multiselect }: Question, answers: readonly Answer[]) {
      if (finished.has(id)) return;
      const question: ClientPoll = { id, question: body, answers: options, multiselect };
      for (const { clientId, state, reply } of answers) {
        const isAsked = state === 'waiting' || state === 'silent' || state === 'confirmed';
        const before = polls.get(clientId);
        if (isAsked)
          put(clientId, { ...(before?.id === question.id ? before : question), ...answerFields(reply) });
        else if (before?.id === question.id) put(clientId, undefined);
      }
    },
    finish(pollId: string) {
      finished.add(pollId);
      const [oldest] = finished;
      if (finished.size > MAX_FINISHED && oldest !== undefined) finished.delete(oldest);
      hide(pollId);
    },
    hide,
    clear() {
      polls.clear();
      finished.clear();
    },
  };
}

const answerFields = (reply: Reply | undefined): Pick<ClientPoll, 'answer' | 'feedback-type'> => ({
  ...(reply?.answer !== undefined && { answer: reply.answer }),
  ...(reply?.['feedback-type'] !== undefined && { 'feedback-type': reply['feedback-type'] }),
});

export type Polls = ReturnType<typeof createPolls>;
