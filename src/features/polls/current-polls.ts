/**
 * The last question of each group: asked, answered, finished, then saved or discarded, in this tab, another
 * tab or by a colleague. An open question that this tab has asked is resumed after a reload.
 */
import { type PollQuestion, withPresence } from '#domain/poll.ts';
import type { ActionRun } from '#live/action-run.ts';
import type { ActionRequest, Audience } from '#protocol/threads/live-action.ts';
import { type ClassPoll, withClass } from './class-poll.ts';
import { type CurrentPoll, createPollEntries, type PollEntry } from './poll-entries.ts';
import { sortByName, waitingRespondent } from './poll-respondents.ts';
import type { StoredPoll } from './stored-polls.ts';

export type NewPoll = {
  /** The class that receives the question, in whole or in part; absent for a single device. */
  groupId?: string | undefined;
  question: PollQuestion;
  audience: Audience;
  /** Every device that receives the question. */
  recipients: readonly { clientId: string; name: string }[];
};

export type CurrentPollsDeps = {
  send(poll: NewPoll): { id: string; run: ActionRun };
  resume(request: ActionRequest, wasSent: boolean): ActionRun;
  /** Notifies the devices and the other tutors of the class that the poll has ended. */
  finish(poll: CurrentPoll, groupId: string | undefined): void;
  /** Removes the last question of the class. */
  close(pollId: string, groupId: string): void;
  read(): Record<string, StoredPoll>;
  keep(polls: Record<string, StoredPoll>): void;
  nowMs(): number;
  unknownName: string;
};

export function createCurrentPolls(deps: CurrentPollsDeps) {
  const entries = createPollEntries(deps);
  /** Questions closed in this tab: the class's list lags behind, and must not restore them. */
  const closed = new Set<string>();
  let isRestored = false;

  /** Reads the stored polls on first use, because the owner of the tab is not known earlier. */
  function restore(): void {
    if (isRestored) return;
    isRestored = true;
    entries.startStoring();
    for (const [key, stored] of Object.entries(deps.read()))
      entries.add(key, resumedEntry(stored, deps.resume));
  }

  function merge(entry: PollEntry, latest: ClassPoll): void {
    const { poll } = entry;
    entry.isShared = true;
    const isAsker = entry.run !== undefined;
    const all = withClass(poll.respondents, latest.respondents, { isAsker, unknownName: deps.unknownName });
    const respondents = isAsker || all === poll.respondents ? all : sortByName(all);
    const finishedAt = poll.finishedAt ?? latest.finishedAt;
    entries.change(entry, { respondents, finishedAt, by: latest.by });
  }

  return {
    /** The current poll of this key, as the same object until it changes. */
    get(key: string): CurrentPoll | undefined {
      restore();
      return entries.get(key)?.poll;
    },
    subscribe: entries.subscribe,
    /** Does nothing while there is a last question, which must be saved or discarded first. */
    ask(key: string, asked: NewPoll): void {
      restore();
      if (entries.get(key)) return;
      const { id, run } = deps.send(asked);
      const { request } = run;
      const { question, audience, groupId } = asked;
      const poll = {
        id,
        question,
        audience,
        askedAt: request.askedAt,
        finishedAt: undefined,
        delivery: run.get().delivery.name,
        respondents: sortByName(
          asked.recipients.map(({ clientId, name }) => waitingRespondent(clientId, name)),
        ),
      };
      entries.add(key, { poll, request, run, groupId, isShared: false });
      entries.changed();
    },
    finish(key: string): void {
      const entry = entries.get(key);
      if (!entry || entry.poll.finishedAt !== undefined) return;
      entries.change(entry, { finishedAt: deps.nowMs() });
      deps.finish(entry.poll, entry.groupId);
    },
    /** Removes a saved or discarded question, so that another one can be asked. */
    close(key: string): void {
      const entry = entries.get(key);
      if (!entry) return;
      const { poll, groupId } = entry;
      closed.add(poll.id);
      if (groupId !== undefined && poll.delivery === 'sent') deps.close(poll.id, groupId);
      entries.drop(key, entry);
    },
    /** `latest`: the last question of the class `key` on the platform; undefined: the class has none. */
    updateClass(key: string, latest: ClassPoll | undefined): void {
      restore();
      const entry = entries.get(key);
      if (latest === undefined || closed.has(latest.id)) {
        if (entry?.isShared) entries.drop(key, entry);
        return;
      }
      if (entry && entry.poll.id !== latest.id) {
        // A question that was just asked here has not reached the class yet.
        if (!entry.isShared) return;
        entries.drop(key, entry);
      }
      merge(entries.get(key) ?? entries.add(key, adoptedEntry(key, latest)), latest);
    },
    /** `here`: the connected devices; `seen`: the devices connected earlier. */
    notePresence(key: string, presence: { seen: ReadonlySet<string>; here: ReadonlySet<string> }): void {
      const entry = entries.get(key);
      if (!entry) return;
      const before = entry.poll.respondents;
      const respondents = before.map((each) => withPresence(each, presence));
      if (respondents.some((each, index) => each !== before[index])) entries.change(entry, { respondents });
    },
    /** Stores the polls at once, because the page may be about to close. */
    storeNow: entries.storeNow,
  };
}

/** A question asked by another tab or another tutor. */
function adoptedEntry(key: string, latest: ClassPoll): Omit<PollEntry, 'unfollow'> {
  const { id, question, askedAt, finishedAt, by } = latest;
  return {
    poll: {
      id,
      question,
      audience: { groupId: key },
      askedAt,
      finishedAt,
      by,
      respondents: [],
      delivery: 'sent',
    },
    request: undefined,
    run: undefined,
    groupId: key,
    isShared: true,
  };
}

/** A question that this tab had asked before a reload. */
function resumedEntry(stored: StoredPoll, resume: CurrentPollsDeps['resume']): Omit<PollEntry, 'unfollow'> {
  const { id, question, request, finishedAt, respondents, wasSent } = stored;
  const { audience, askedAt } = request;
  // Answers to a finished question are not followed, because late answers do not count.
  const run = finishedAt === undefined ? resume(request, wasSent) : undefined;
  const delivery = run?.get().delivery.name ?? 'sent';
  const groupId = groupAsked(request);
  return {
    poll: { id, question, audience, askedAt, finishedAt, respondents, delivery },
    request,
    run,
    groupId,
    isShared: groupId !== undefined && wasSent,
  };
}

function groupAsked({ audience, parameters }: ActionRequest): string | undefined {
  if ('groupId' in audience) return audience.groupId;
  return typeof parameters.groupId === 'string' ? parameters.groupId : undefined;
}
