/** One action from asking to its last answer: how far its messages are, who has answered, and when it ends. */
import type { Reply } from '#protocol/action.ts';
import { actionTtlSeconds, COLLECTION_MS, POLL_OPEN_MS, REPEATING_REPLIES } from '#protocol/action-rules.ts';
import type {
  ActionPicture,
  ActionRequest,
  ActionUpdate,
  Answer,
  Delivery,
} from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { Fate, QueueEvents } from '../broker/message-queue.ts';
import type { Clock } from '../clock.ts';
import { type ActionMessagesDeps, createActionMessages, type Part } from './action-messages.ts';
import type { CheckedAction } from './action-request.ts';
import { createAnswers } from './answers.ts';
import type { Order } from './order-ledger.ts';
import { startPingRetries } from './pings.ts';

export type WorkerActionRunDeps = Pick<
  ActionMessagesDeps,
  'queue' | 'responseTopic' | 'addressOf' | 'device'
> & {
  clock: Clock;
  /** How it stands to later ones of its pair; undefined where order does not matter. */
  order: Order | undefined;
  /** What is new since the last call. */
  onChange(update: ActionUpdate): void;
  /** No answer is expected or accepted any more. */
  onOver(): void;
};

export type WorkerActionRun = {
  readonly request: ActionRequest;
  start(): void;
  /** Says it once more to whoever has not answered: what they said may have been lost with the session. */
  sayAgain(): void;
  /**
   * A client has come, and its subscriptions stand. Where its answer is missing it gets the message by itself: it
   * may have been away when that went out. Devices act once, however often they hear it.
   */
  arrived(client: DeviceAddress): void;
  /** A newer action of its pair was asked for: what of this one waits for the same clients is taken back. */
  heedNewer(): void;
  accepts(clientId: string): boolean;
  reply(clientId: string, reply: Reply): void;
  picture(clientId: string, picture: ActionPicture): void;
  /** Nothing more is sent, nobody is waited for. */
  close(): void;
  /** All that is known of it. */
  state(): ActionUpdate;
  stop(): void;
};

/** Who answers too late is still believed, for as long. */
const LATE_MS = 60_000;
/** What a student does about it later may still change the answer, for as long after the last one. */
const LATE_REPEATED_MS = 600_000;
/** A poll this old was asked before, by its tab to a worker that has ended. */
const CARRIED_ON_AFTER_MS = 5_000;

export function createWorkerActionRun(
  deps: WorkerActionRunDeps,
  { request, plan, ageMs }: CheckedAction & { ageMs: number },
): WorkerActionRun {
  const { clock, order } = deps;
  const { id, action, parameters } = request;
  const askedAt = clock.now() - ageMs;
  const isPoll = action === 'poll' && !('finish' in parameters);
  /** Repeated by its tab to a worker that took over. It is said anew, so that devices repeat what they answered. */
  const isCarriedOn = isPoll && ageMs > CARRIED_ON_AFTER_MS;
  const expiresAt = (isCarriedOn ? clock.now() : askedAt) + actionTtlSeconds(action) * 1_000;
  const answers = createAnswers(action);
  const messages = createActionMessages({ ...deps, answers, request, askedAt, expiresAt });
  const parts: Part[] = plan.addresses.map((address) => ({ address, waits: false, cancel: () => {} }));
  /** Messages under way to clients that came later. */
  const arrivals = new Map<string, () => void>();
  const partOf = new Map(parts.map((part) => [part.address.clientId, part]));
  /** Messages without a fate; of these, those that wait for a connection. */
  let undecided = parts.length;
  let waiting = 0;
  let closed = false;
  let sentAt: number | undefined;
  let ended = false;
  let stopDeadline = () => {};
  let stopRetries = () => {};
  let stopKeeping = () => {};

  /** Who should answer is settled when the message leaves: whoever is there then. */
  function expect(part: Part) {
    part.expected ??= part.address.expects();
    answers.expect(part.expected);
  }

  function start() {
    if (isPoll) keep();
    answers.fail(plan.incomplete, 'invalid');
    for (const part of parts) if (part.address.clientId !== undefined) expect(part);
    // One that its tab repeats to a new worker may be the older one.
    heedNewer();
    for (const part of parts) {
      if (part.fate === undefined && !part.isSplit) part.cancel = messages.say(part, leaving(part));
    }
    if (parts.length === 0) end();
    else if (action === 'ping' && !ended) waitForAnswers(askedAt);
  }

  const leaving = (part: Part): QueueEvents => ({
    onSending() {
      setWaits(part, false);
      expect(part);
    },
    onWaiting() {
      setWaits(part, true);
      tell();
    },
    onFate: (fate) => decide(part, fate),
  });

  function heedNewer() {
    if (!order || ended) return;
    const older = parts.filter((part) => takeBack(part, order));
    if (older.length === 0 || ended) return;
    for (const [clientId, cancel] of arrivals) {
      if (!order.isSuperseded(clientId)) continue;
      cancel();
      arrivals.delete(clientId);
    }
    if (isAnswered() || parts.every(({ address }) => order.isWhollySuperseded(address))) end();
    else tell();
  }

  /** Whether any of it is. */
  function takeBack(part: Part, { isSuperseded, isWhollySuperseded, isPartlySuperseded }: Order) {
    const members = part.expected ?? part.address.expects();
    const isWhole = isWhollySuperseded(part.address);
    const gone = isWhole ? members : members.filter(isSuperseded);
    if (!isWhole && gone.length === 0 && (part.isSplit || !isPartlySuperseded(part.address))) return false;
    expect(part);
    answers.fail(gone, 'superseded');
    part.isSplit = true;
    const { again } = part;
    again?.();
    part.again = undefined;
    if (part.fate === undefined) {
      part.cancel();
      if (gone.length === members.length) decide(part, 'superseded');
      else part.cancel = messages.say(part, leaving(part));
    } else if (again) messages.repeat(part);
    return true;
  }

  function setWaits(part: Part, waits: boolean) {
    if (part.waits !== waits) waiting += waits ? 1 : -1;
    part.waits = waits;
  }

  function decide(part: Part, fate: Fate | 'superseded') {
    if (part.fate === undefined) undecided -= 1;
    part.fate = fate;
    setWaits(part, false);
    if (fate === 'sent') sentAt = clock.now();
    else if (!isCarriedOn) answers.fail(part.expected ?? [], fate);
    if (undecided > 0 || ended) return;
    // Whether it was asked before, later answers will show.
    if (isCarriedOn && sentAt === undefined) answers.giveUp();
    else if (sentAt === undefined || isAnswered()) return end();
    else waitForAnswers(action === 'ping' ? askedAt : sentAt);
    tell();
  }

  function waitForAnswers(since: number) {
    const collectionMs = COLLECTION_MS[action];
    const endsAt = collectionMs === undefined ? expiresAt : since + collectionMs;
    stopDeadline();
    stopDeadline = clock.after(Math.max(0, endsAt - clock.now()), () => {
      // A ping ends by then, also where it has never left.
      for (const part of parts) if (part.fate === undefined) part.cancel();
      for (const part of parts) if (part.fate === undefined) decide(part, 'expired');
      if (ended) return;
      if (!isPoll) end();
      else {
        answers.giveUp();
        tell();
      }
    });
    stopRetries();
    if (action === 'ping') stopRetries = startPingRetries(clock, sayAgain);
  }

  function isAnswered() {
    if (isPoll || undecided > 0) return false;
    if (plan.anyAnswerEnds) return answers.size() > 0;
    // With nobody known beforehand, whoever is first need not be the last.
    return answers.waiting() === 0 && parts.some(isExpecting);
  }

  function sayAgain() {
    if (ended) return;
    for (const part of parts) {
      if (part.fate === 'sent' && !part.again && isMissing(part)) messages.repeat(part);
    }
  }

  function arrived(client: DeviceAddress) {
    const { clientId } = client;
    if (ended || !answers.isWaitingFor(clientId)) return;
    if (order?.isSuperseded(clientId)) {
      answers.fail([clientId], 'superseded');
      changed();
      return;
    }
    const part = partOf.get(clientId) ?? parts.find(({ expected }) => expected?.includes(clientId));
    // What still waits for the connection reaches it with the others.
    if (!part || part.waits) return;
    arrivals.get(clientId)?.();
    arrivals.set(clientId, messages.sayTo(client, { onFate: () => void arrivals.delete(clientId) }));
  }

  function endRepeats() {
    for (const part of parts) {
      part.cancel();
      part.again?.();
      part.again = undefined;
    }
    for (const cancel of arrivals.values()) cancel();
    arrivals.clear();
  }

  function isMissing({ address, expected = [] }: Part) {
    if (address.clientId !== undefined) return answers.isWaitingFor(address.clientId);
    return expected.length === 0 ? !isAnswered() : expected.some(answers.isWaitingFor);
  }

  /** An answer proves that its message went out, whatever is known of it here. */
  function prove(clientId: string) {
    const part = partOf.get(clientId) ?? (parts.length === 1 ? parts[0] : undefined);
    if (!part || part.fate === 'sent') return;
    part.cancel();
    if (!ended) expect(part);
    decide(part, 'sent');
  }

  function changed() {
    if (!ended && isAnswered()) end();
    else tell();
    if (ended && REPEATING_REPLIES.has(action)) keep();
  }

  function end() {
    ended = true;
    stopDeadline();
    stopRetries();
    endRepeats();
    answers.giveUp();
    tell();
    keep();
  }

  /** Until then late answers count. */
  function keep() {
    const lateMs = REPEATING_REPLIES.has(action) ? LATE_REPEATED_MS : LATE_MS;
    stopKeeping();
    stopKeeping = clock.after(isPoll && !closed ? POLL_OPEN_MS : lateMs, deps.onOver);
  }

  function delivery(): Delivery['name'] {
    if (parts.length === 0) return 'invalid';
    if (waiting > 0) return 'queued';
    if (undecided > 0 || sentAt !== undefined) return 'sent';
    const [first] = parts;
    if (parts.every(({ fate }) => fate === first?.fate) && first?.fate) return first.fate;
    return parts.some(({ fate }) => fate === 'expired') ? 'expired' : 'refused';
  }

  const update = (said: readonly Answer[]): ActionUpdate => ({
    id,
    // The tab's clock may have been set: there it was asked at another time.
    delivery: { name: delivery(), expiresAt: expiresAt - askedAt + request.askedAt },
    answers: said,
    ended,
  });
  const tell = () => deps.onChange(update(answers.takeChanged()));

  return {
    request,
    start,
    sayAgain,
    arrived,
    heedNewer,
    accepts: plan.accepts,
    reply(clientId, reply) {
      prove(clientId);
      if (answers.reply(clientId, reply)) changed();
    },
    picture(clientId, picture) {
      prove(clientId);
      if (answers.picture(clientId, picture)) changed();
    },
    close() {
      closed = true;
      if (!ended) end();
      else keep();
    },
    state: () => update(answers.all()),
    stop() {
      ended = true;
      stopDeadline();
      stopRetries();
      stopKeeping();
      endRepeats();
    },
  };
}

const isExpecting = ({ expected = [] }: Part) => expected.length > 0;
