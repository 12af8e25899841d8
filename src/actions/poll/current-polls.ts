/**
 * The last question of each group in this tab: asked, answered, finished, then saved or discarded. One that was not
 * dealt with is carried on after a reload of the page, with the answers that had come.
 */
import { type PollQuestion, type Respondent, withHeard, withPresence } from '#domain/poll.ts';
import type { ActionRequest, Answer, Audience, Delivery } from '#protocol/live-action.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { KeptPoll } from '../../live/kept-polls.ts';

export type CurrentPoll = {
  readonly id: string;
  readonly question: PollQuestion;
  readonly audience: Audience;
  /** Epoch ms. */
  readonly askedAt: number;
  readonly finishedAt: number | undefined;
  readonly delivery: Delivery['name'];
  /** Those who were asked, by name, then whoever else answered. */
  readonly respondents: readonly Respondent[];
};

export type NewPoll = {
  question: PollQuestion;
  audience: Audience;
  /** Everybody whom it is for. */
  recipients: readonly { clientId: string; name: string }[];
};

export type CurrentPollsDeps = {
  send(poll: NewPoll): { id: string; run: ActionRun };
  resume(request: ActionRequest, wasSent: boolean): ActionRun;
  /** Tells the devices that it is over. */
  finish(poll: CurrentPoll): void;
  read(): Record<string, KeptPoll>;
  keep(polls: Record<string, KeptPoll>): void;
  nowMs(): number;
  unknownName: string;
};

type Entry = {
  poll: CurrentPoll;
  request: ActionRequest;
  run: ActionRun | undefined;
  unfollow(): void;
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** Answers come in bursts. */
const KEEP_AFTER_MS = 250;

export function createCurrentPolls(deps: CurrentPollsDeps) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let isRestored = false;
  let keeping: ReturnType<typeof setTimeout> | undefined;

  function keepNow() {
    clearTimeout(keeping);
    keeping = undefined;
    if (isRestored) deps.keep(Object.fromEntries([...entries].map(([key, entry]) => [key, keptOf(entry)])));
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
      follow(key, { poll, request, run });
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
        .sort((a, b) => collator.compare(a.name, b.name));
      const { question, audience } = asked;
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
      follow(key, { poll, request, run });
      changed();
    },
    finish(key: string): void {
      const entry = entries.get(key);
      if (!entry || entry.poll.finishedAt !== undefined) return;
      set(entry, { finishedAt: deps.nowMs() });
      deps.finish(entry.poll);
    },
    /** Saved or discarded: nothing is left of it, and another question may be asked. */
    close(key: string): void {
      const entry = entries.get(key);
      if (!entry) return;
      entry.unfollow();
      entry.run?.forget();
      entries.delete(key);
      changed();
      keepNow();
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

function keptOf({ poll, request }: Entry): KeptPoll {
  const { id, question, finishedAt, respondents, delivery } = poll;
  return {
    id,
    question: { ...question, answers: [...question.answers] },
    request: request as KeptPoll['request'],
    wasSent: delivery === 'sent',
    ...(finishedAt !== undefined && { finishedAt }),
    respondents: [...respondents],
  };
}
