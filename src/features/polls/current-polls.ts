/**
 * The last question of each group: asked, answered, finished, then saved or discarded, here, in another tab or by a
 * colleague. One that this tab asked and that was not dealt with is carried on after a reload of the page.
 */
import { type PollQuestion, type Respondent, withHeard, withPresence } from '#domain/poll.ts';
import type { ActionRequest, Answer, Audience, Delivery } from '#protocol/threads/live-action.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { KeptPoll } from '../../live/kept-polls.ts';
import { type ClassPoll, withClass } from './class-poll.ts';

export type CurrentPoll = {
  readonly id: string;
  readonly question: PollQuestion;
  readonly audience: Audience;
  /** Epoch ms. */
  readonly askedAt: number;
  readonly finishedAt: number | undefined;
  /** Who asks, where that is said; for people. */
  readonly by?: string | undefined;
  readonly delivery: Delivery['name'];
  /** Those who were asked, by name, then whoever else answered. */
  readonly respondents: readonly Respondent[];
};

export type NewPoll = {
  /** The class that is asked, all of it or some; absent where a single device is looked at. */
  groupId?: string | undefined;
  question: PollQuestion;
  audience: Audience;
  /** Everybody whom it is for. */
  recipients: readonly { clientId: string; name: string }[];
};

export type CurrentPollsDeps = {
  send(poll: NewPoll): { id: string; run: ActionRun };
  resume(request: ActionRequest, wasSent: boolean): ActionRun;
  /** Tells the devices that it is over, and the other tutors of the class. */
  finish(poll: CurrentPoll, groupId: string | undefined): void;
  /** The class has no last question any more. */
  close(pollId: string, groupId: string): void;
  read(): Record<string, KeptPoll>;
  keep(polls: Record<string, KeptPoll>): void;
  nowMs(): number;
  unknownName: string;
};

type Entry = {
  poll: CurrentPoll;
  /** Undefined: another tab has asked. */
  request: ActionRequest | undefined;
  run: ActionRun | undefined;
  /** The class that was asked. */
  groupId: string | undefined;
  /** It is, or was, among what the class is told of: when it is no more, somebody has dealt with it. */
  isShared: boolean;
  unfollow(): void;
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** Answers come in bursts. */
const KEEP_AFTER_MS = 250;

export function createCurrentPolls(deps: CurrentPollsDeps) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  /** Dealt with here: what the class is told lags behind. */
  const closed = new Set<string>();
  let isRestored = false;
  let keeping: ReturnType<typeof setTimeout> | undefined;

  function keepNow() {
    clearTimeout(keeping);
    keeping = undefined;
    if (isRestored) deps.keep(Object.fromEntries([...entries].flatMap(([key, entry]) => keptOf(key, entry))));
  }

  function changed() {
    keeping ??= setTimeout(keepNow, KEEP_AFTER_MS);
    for (const call of [...listeners]) call();
  }

  function set(entry: Entry, change: Partial<CurrentPoll>) {
    entry.poll = { ...entry.poll, ...change };
    changed();
  }

  function hear(entry: Entry) {
    if (!entry.run) return;
    const { answers, delivery } = entry.run.get();
    const respondents = heardAll(entry.poll.respondents, answers, deps.unknownName);
    if (respondents === entry.poll.respondents && delivery.name === entry.poll.delivery) return;
    set(entry, { respondents, delivery: delivery.name });
  }

  function follow(key: string, entry: Omit<Entry, 'unfollow'>) {
    const followed: Entry = { ...entry, unfollow: () => {} };
    entries.set(key, followed);
    if (!followed.run) return;
    followed.unfollow = followed.run.subscribe(() => hear(followed));
    hear(followed);
  }

  function drop(key: string, entry: Entry) {
    entry.unfollow();
    entry.run?.forget();
    entries.delete(key);
    changed();
    keepNow();
  }

  /** Another tab or tutor has asked it. */
  function adopt(key: string, { id, question, askedAt, finishedAt, by }: ClassPoll): Entry {
    const audience = { groupId: key };
    const poll = {
      id,
      question,
      audience,
      askedAt,
      finishedAt,
      by,
      respondents: [],
      delivery: 'sent',
    } as const;
    follow(key, { poll, request: undefined, run: undefined, groupId: key, isShared: true });
    return entries.get(key) as Entry;
  }

  function hearTold(entry: Entry, told: ClassPoll) {
    const { poll } = entry;
    entry.isShared = true;
    const isAsker = entry.run !== undefined;
    const all = withClass(poll.respondents, told.respondents, { isAsker, unknownName: deps.unknownName });
    const respondents = isAsker || all === poll.respondents ? all : byName(all);
    const finishedAt = poll.finishedAt ?? told.finishedAt;
    set(entry, { respondents, finishedAt, by: told.by });
  }

  /** Not before somebody looks: only then is it known whose tab this is. */
  function restore() {
    if (isRestored) return;
    isRestored = true;
    for (const [key, kept] of Object.entries(deps.read())) {
      const { id, question, request, finishedAt, respondents, wasSent } = kept;
      const { audience, askedAt } = request;
      // A finished one is not asked again, not even its late answers.
      const run = finishedAt === undefined ? deps.resume(request, wasSent) : undefined;
      const delivery = run?.get().delivery.name ?? 'sent';
      const poll = { id, question, audience, askedAt, finishedAt, respondents, delivery };
      const groupId = groupAsked(request);
      follow(key, { poll, request, run, groupId, isShared: groupId !== undefined && wasSent });
    }
  }

  return {
    /** The same object as long as nothing has changed. */
    get(key: string): CurrentPoll | undefined {
      restore();
      return entries.get(key)?.poll;
    },
    subscribe(call: () => void): () => void {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    /** Does nothing while there is a last question (POLL-06). */
    ask(key: string, asked: NewPoll): void {
      restore();
      if (entries.has(key)) return;
      const { id, run } = deps.send(asked);
      const { request } = run;
      const respondents = asked.recipients
        .map(({ clientId, name }) => firstOf(clientId, name))
        .sort(compareNames);
      const { question, audience, groupId } = asked;
      const delivery = run.get().delivery.name;
      const poll = {
        id,
        question,
        audience,
        askedAt: request.askedAt,
        finishedAt: undefined,
        delivery,
        respondents,
      };
      follow(key, { poll, request, run, groupId, isShared: false });
      changed();
    },
    finish(key: string): void {
      const entry = entries.get(key);
      if (!entry || entry.poll.finishedAt !== undefined) return;
      set(entry, { finishedAt: deps.nowMs() });
      deps.finish(entry.poll, entry.groupId);
    },
    /** Saved or discarded: nothing is left of it, and another question may be asked. */
    close(key: string): void {
      const entry = entries.get(key);
      if (!entry) return;
      const { poll, groupId } = entry;
      closed.add(poll.id);
      if (groupId !== undefined && poll.delivery === 'sent') deps.close(poll.id, groupId);
      drop(key, entry);
    },
    /** What the class `key` is told of its last question; undefined: it has none. */
    hearClass(key: string, told: ClassPoll | undefined): void {
      restore();
      const entry = entries.get(key);
      if (told === undefined || closed.has(told.id)) {
        if (entry?.isShared) drop(key, entry);
        return;
      }
      if (entry && entry.poll.id !== told.id) {
        // One that was just asked here is on its way to the class.
        if (!entry.isShared) return;
        drop(key, entry);
      }
      hearTold(entries.get(key) ?? adopt(key, told), told);
    },
    /** Who is connected now, and who was before. */
    notePresence(key: string, presence: { seen: ReadonlySet<string>; here: ReadonlySet<string> }): void {
      const entry = entries.get(key);
      if (!entry) return;
      const before = entry.poll.respondents;
      const respondents = before.map((each) => withPresence(each, presence));
      if (respondents.some((each, index) => each !== before[index])) set(entry, { respondents });
    },
    /** The page may be about to go. */
    keepNow,
  };
}

const compareNames = (a: Respondent, b: Respondent) => collator.compare(a.name, b.name);
const byName = (all: readonly Respondent[]) => [...all].sort(compareNames);

/** The class that a question went to. */
function groupAsked({ audience, parameters }: ActionRequest): string | undefined {
  if ('groupId' in audience) return audience.groupId;
  return typeof parameters.groupId === 'string' ? parameters.groupId : undefined;
}

const firstOf = (clientId: string, name: string): Respondent => ({
  clientId,
  name,
  standing: 'waiting',
  hasLeft: false,
});

/** The same list where nothing is new. */
function heardAll(
  before: readonly Respondent[],
  answers: ReadonlyMap<string, Answer>,
  unknownName: string,
): readonly Respondent[] {
  const unheard = new Map(answers);
  const heard = ({ state, reply }: Answer) => ({
    state,
    answer: reply?.answer,
    feedback: reply?.['feedback-type'],
  });
  const known = before.map((each) => {
    const answer = unheard.get(each.clientId);
    unheard.delete(each.clientId);
    return answer ? withHeard(each, heard(answer)) : each;
  });
  const more = [...unheard.values()].map((answer) =>
    withHeard(firstOf(answer.clientId, unknownName), heard(answer)),
  );
  const isSame = more.length === 0 && known.every((each, index) => each === before[index]);
  return isSame ? before : [...known, ...more];
}

/** What another tab has asked is told again by the class. */
function keptOf(key: string, { poll, request }: Entry): [string, KeptPoll][] {
  if (!request) return [];
  const { id, question, finishedAt, respondents, delivery } = poll;
  const kept = {
    id,
    question: { ...question, answers: [...question.answers] },
    request: request as KeptPoll['request'],
    wasSent: delivery === 'sent',
    ...(finishedAt !== undefined && { finishedAt }),
    respondents: [...respondents],
  };
  return [[key, kept]];
}
