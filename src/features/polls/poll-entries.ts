/** The last question of each place in this tab, stored over a reload soon after each change. */
import type { PollQuestion, Respondent } from '#domain/poll.ts';
import type { ActionRun } from '#live/action-run.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { createListeners } from '#protocol/observable.ts';
import type { ActionRequest, Audience, Delivery } from '#protocol/threads/live-action.ts';
import { withAnswers } from './poll-respondents.ts';
import type { StoredPoll } from './stored-polls.ts';

export type CurrentPoll = {
  readonly id: string;
  readonly question: PollQuestion;
  readonly audience: Audience;
  /** On the platform's clock. */
  readonly askedAt: EpochMs;
  readonly finishedAt: EpochMs | undefined;
  /** The name of the asking tutor, if the platform sends it. */
  readonly by?: string | undefined;
  readonly delivery: Delivery['name'];
  /** The recipients by name, followed by other devices that have answered. */
  readonly respondents: readonly Respondent[];
};

export type PollEntry = {
  poll: CurrentPoll;
  /** Undefined: another tab has asked. */
  request: ActionRequest | undefined;
  run: ActionRun | undefined;
  groupId: string | undefined;
  /** The question is or was in the class's list. Its removal from there means that a tutor has closed it. */
  isShared: boolean;
  unfollow(): void;
};

/** Answers come in bursts, which are stored together. */
const FLUSH_DELAY_MS = 250;

export function createPollEntries(deps: {
  keep(polls: Record<string, StoredPoll>): void;
  unknownName: string;
}) {
  const entries = new Map<string, PollEntry>();
  const { subscribe, tell } = createListeners();
  let isStoring = false;
  let storing: ReturnType<typeof setTimeout> | undefined;

  function storeNow(): void {
    clearTimeout(storing);
    storing = undefined;
    if (isStoring)
      deps.keep(Object.fromEntries([...entries].flatMap(([key, entry]) => storedOf(key, entry))));
  }

  function changed(): void {
    storing ??= setTimeout(storeNow, FLUSH_DELAY_MS);
    tell();
  }

  function change(entry: PollEntry, changes: Partial<CurrentPoll>): void {
    entry.poll = { ...entry.poll, ...changes };
    changed();
  }

  /** Takes over the answers received so far. */
  function update(entry: PollEntry): void {
    if (!entry.run) return;
    const { answers, delivery } = entry.run.get();
    const respondents = withAnswers(entry.poll.respondents, answers, deps.unknownName);
    if (respondents === entry.poll.respondents && delivery.name === entry.poll.delivery) return;
    change(entry, { respondents, delivery: delivery.name });
  }

  return {
    get: (key: string): PollEntry | undefined => entries.get(key),
    subscribe,
    change,
    changed,
    /** Begins to store changes, once the stored polls have been read. */
    startStoring(): void {
      isStoring = true;
    },
    storeNow,
    /** Follows the answers to the question until it is dropped. */
    add(key: string, entry: Omit<PollEntry, 'unfollow'>): PollEntry {
      const added: PollEntry = { ...entry, unfollow: () => {} };
      entries.set(key, added);
      if (!added.run) return added;
      added.unfollow = added.run.subscribe(() => update(added));
      update(added);
      return added;
    },
    drop(key: string, entry: PollEntry): void {
      entry.unfollow();
      entry.run?.forget();
      entries.delete(key);
      changed();
      storeNow();
    },
  };
}

/** Empty for a question of another tab, because the class sends it again after a reload. */
function storedOf(key: string, { poll, request }: PollEntry): [string, StoredPoll][] {
  if (!request) return [];
  const { id, question, finishedAt, respondents, delivery } = poll;
  const stored = {
    id,
    question: { ...question, answers: [...question.answers] },
    request: request as StoredPoll['request'],
    wasSent: delivery === 'sent',
    ...(finishedAt !== undefined && { finishedAt }),
    respondents: [...respondents],
  };
  return [[key, stored]];
}
