/**
 * The last question of each group: asked, answered, finished, then saved or discarded, in this tab, in another tab or by
 * a colleague. A question that this tab has asked and nobody has closed is carried on after a reload of the page.
 */
import { type PollQuestion, withPresence } from '#domain/poll.ts';
import type { ActionRequest, Audience } from '#protocol/threads/live-action.ts';
import type { ActionRun } from '../../live/action-run.ts';
import { type ClassPoll, withClass } from './class-poll.ts';
import type { KeptPoll } from './kept-polls.ts';
import { type CurrentPoll, createPollEntries, type PollEntry } from './poll-entries.ts';
import { sortByName, waitingRespondent } from './poll-respondents.ts';

export type NewPoll = {
  /** The class that is asked, all of it or some; absent where a single device is looked at. */
  groupId?: string | undefined;
  question: PollQuestion;
  audience: Audience;
  /** Every device that is asked. */
  recipients: readonly { clientId: string; name: string }[];
};

export type CurrentPollsDeps = {
  send(poll: NewPoll): { id: string; run: ActionRun };
  resume(request: ActionRequest, wasSent: boolean): ActionRun;
  /** Tells the devices, and the other tutors of the class, that the poll is over. */
  finish(poll: CurrentPoll, groupId: string | undefined): void;
  /** The class has no last question any more. */
  close(pollId: string, groupId: string): void;
  read(): Record<string, KeptPoll>;
  keep(polls: Record<string, KeptPoll>): void;
  nowMs(): number;
  unknownName: string;
};

export function createCurrentPolls(deps: CurrentPollsDeps) {
  const entries = createPollEntries(deps);
  /** Questions that were closed here: the list of the class lags behind, and must not bring them back. */
  const closed = new Set<string>();
  let isRestored = false;

  /** Reads what an earlier page has kept; not before the first use, when it is known whose tab this is. */
  function restore(): void {
    if (isRestored) return;
    isRestored = true;
    entries.startKeeping();
    for (const [key, kept] of Object.entries(deps.read())) entries.add(key, resumedEntry(kept, deps.resume));
  }

  function hearAbout(entry: PollEntry, told: ClassPoll): void {
    const { poll } = entry;
    entry.isShared = true;
    const isAsker = entry.run !== undefined;
    const all = withClass(poll.respondents, told.respondents, { isAsker, unknownName: deps.unknownName });
    const respondents = isAsker || all === poll.respondents ? all : sortByName(all);
    const finishedAt = poll.finishedAt ?? told.finishedAt;
    entries.change(entry, { respondents, finishedAt, by: told.by });
  }

  return {
    /** The same object as long as nothing has changed. */
    get(key: string): CurrentPoll | undefined {
      restore();
      return entries.get(key)?.poll;
    },
    subscribe: entries.subscribe,
    /** Does nothing while there is a last question: that one is to be saved or discarded first. */
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
    /** Saved or discarded: nothing is left of the question, and another one may be asked. */
    close(key: string): void {
      const entry = entries.get(key);
      if (!entry) return;
      const { poll, groupId } = entry;
      closed.add(poll.id);
      if (groupId !== undefined && poll.delivery === 'sent') deps.close(poll.id, groupId);
      entries.drop(key, entry);
    },
    /** `told`: the last question of the class `key`, as the platform has it; undefined: the class has none. */
    hearClass(key: string, told: ClassPoll | undefined): void {
      restore();
      const entry = entries.get(key);
      if (told === undefined || closed.has(told.id)) {
        if (entry?.isShared) entries.drop(key, entry);
        return;
      }
      if (entry && entry.poll.id !== told.id) {
        // A question that was just asked here is on its way to the class.
        if (!entry.isShared) return;
        entries.drop(key, entry);
      }
      hearAbout(entries.get(key) ?? entries.add(key, adoptedEntry(key, told)), told);
    },
    /** Which devices are connected now, and which were seen before. */
    notePresence(key: string, presence: { seen: ReadonlySet<string>; here: ReadonlySet<string> }): void {
      const entry = entries.get(key);
      if (!entry) return;
      const before = entry.poll.respondents;
      const respondents = before.map((each) => withPresence(each, presence));
      if (respondents.some((each, index) => each !== before[index])) entries.change(entry, { respondents });
    },
    /** For when the page may be about to go. */
    keepNow: entries.keepNow,
  };
}

/** A question that another tab or another tutor has asked. */
function adoptedEntry(key: string, told: ClassPoll): Omit<PollEntry, 'unfollow'> {
  const { id, question, askedAt, finishedAt, by } = told;
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

/** A question that this tab had asked before the page was loaded again. */
function resumedEntry(kept: KeptPoll, resume: CurrentPollsDeps['resume']): Omit<PollEntry, 'unfollow'> {
  const { id, question, request, finishedAt, respondents, wasSent } = kept;
  const { audience, askedAt } = request;
  // A finished question is not followed any more: late answers do not count.
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

/** The class that a question went to. */
function groupAsked({ audience, parameters }: ActionRequest): string | undefined {
  if ('groupId' in audience) return audience.groupId;
  return typeof parameters.groupId === 'string' ? parameters.groupId : undefined;
}
