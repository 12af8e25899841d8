/**
 * The messages of one action: one to each address, how far each of them is, who should answer it, and those that are
 * sent once more.
 */
import type { Action } from '#protocol/action.ts';
import type { ActionRequest } from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { Fate, MessageQueue, QueuedMessage, QueueEvents } from '../broker/message-queue.ts';
import type { Address } from './action-plan.ts';
import { addToEach } from './add-to-each.ts';
import type { Answers } from './answers.ts';
import type { Order } from './order-ledger.ts';

type Progress =
  /** The queue has not got it yet. */
  | { name: 'new' }
  /** The queue has it. `waits`: for a connection. */
  | { name: 'queued'; waits: boolean; cancel: () => void }
  /** The broker has it. `cancelRepeat` is there while the message is sent once more. */
  | { name: 'sent'; cancelRepeat?: (() => void) | undefined }
  | { name: 'refused' | 'expired' | 'superseded' };

type MessageFate = Fate | 'superseded';

export type ActionMessagesDeps = {
  queue: Pick<MessageQueue, 'add'>;
  /** The tutor's backchannel. */
  responseTopic: string;
  addressOf(client: DeviceAddress): Address;
  /** Undefined: who the client is was never known here. */
  device(clientId: string): DeviceAddress | undefined;
  answers: Pick<Answers, 'expect' | 'fail' | 'isWaitingFor'>;
  request: ActionRequest;
  /** Epoch ms on the worker's clock. */
  askedAt: number;
  expiresAt: number;
  /** A new worker does not know whether the broker had the message before: without a fate here nobody has failed. */
  isCarriedOn: boolean;
  isAnswered(): boolean;
  /** A message waits for a connection. */
  onWaiting(): void;
  onFate(fate: MessageFate): void;
};

/** How many messages have no fate yet, and how many of these wait for a connection. */
type Tally = { undecided: number; waiting: number };

type ActionMessage = ReturnType<typeof createActionMessage>;

export type ActionMessages = ReturnType<typeof createActionMessages>;

function messageOf(deps: ActionMessagesDeps, { topic, target }: Address): QueuedMessage {
  const { id, action, parameters } = deps.request;
  const body: Action = {
    id,
    action,
    parameters,
    combinedTargetIdentifier: target,
    timeSent: Math.round(deps.askedAt),
  };
  const { responseTopic, expiresAt } = deps;
  const options = { responseTopic, correlation: id, contentType: 'application/json' };
  return { topic, payload: JSON.stringify(body), options, expiresAt };
}

function setWaits(tally: Tally, queued: Extract<Progress, { name: 'queued' }>, waits: boolean) {
  if (queued.waits !== waits) tally.waiting += waits ? 1 : -1;
  queued.waits = waits;
}

function createActionMessage(deps: ActionMessagesDeps, address: Address, tally: Tally) {
  const { queue, answers } = deps;
  let progress: Progress = { name: 'new' };
  let expected: readonly string[] | undefined;
  /** It may not go to some of its clients any more: from now on it goes to each of the others. */
  let isSplit = false;

  const isUndecided = () => progress.name === 'new' || progress.name === 'queued';

  /** Who should answer is settled when the message leaves: the clients that are there then. */
  function expect() {
    expected ??= address.expects();
    answers.expect(expected);
  }

  function give(events: QueueEvents): () => void {
    if (!isSplit) return queue.add(messageOf(deps, address), events);
    const open = (expected ?? []).filter(answers.isWaitingFor);
    const devices = open.flatMap((clientId) => deps.device(clientId) ?? []);
    const messages = devices.map((device) => messageOf(deps, deps.addressOf(device)));
    return addToEach(queue, messages, events);
  }

  function send() {
    const queued: Progress = { name: 'queued', waits: false, cancel: () => {} };
    progress = queued;
    queued.cancel = give({
      onSending() {
        setWaits(tally, queued, false);
        expect();
      },
      onWaiting() {
        setWaits(tally, queued, true);
        deps.onWaiting();
      },
      onFate: decide,
    });
  }

  function cancel() {
    if (progress.name === 'queued') progress.cancel();
    if (progress.name !== 'sent') return;
    progress.cancelRepeat?.();
    progress.cancelRepeat = undefined;
  }

  function decide(fate: MessageFate) {
    if (isUndecided()) tally.undecided -= 1;
    if (progress.name === 'queued') setWaits(tally, progress, false);
    progress = { name: fate };
    if (fate !== 'sent' && !deps.isCarriedOn) answers.fail(expected ?? [], fate);
    deps.onFate(fate);
  }

  function repeat() {
    if (progress.name !== 'sent') return;
    const sent = progress;
    let isOver = false;
    const cancelRepeat = give({
      onFate() {
        isOver = true;
        sent.cancelRepeat = undefined;
      },
    });
    if (!isOver) sent.cancelRepeat = cancelRepeat;
  }

  function isMissing() {
    if (address.clientId !== undefined) return answers.isWaitingFor(address.clientId);
    if (!expected || expected.length === 0) return !deps.isAnswered();
    return expected.some(answers.isWaitingFor);
  }

  /** Takes back what newer orders have replaced; whether that is any of it. */
  function takeBack({ isSuperseded, isWhollySuperseded, isPartlySuperseded }: Order): boolean {
    const members = expected ?? address.expects();
    const isWhole = isWhollySuperseded(address);
    const gone = isWhole ? members : members.filter(isSuperseded);
    if (!isWhole && gone.length === 0 && (isSplit || !isPartlySuperseded(address))) return false;
    expect();
    answers.fail(gone, 'superseded');
    isSplit = true;
    const wasRepeated = progress.name === 'sent' && progress.cancelRepeat !== undefined;
    cancel();
    if (wasRepeated) repeat();
    else if (isUndecided() && gone.length === members.length) decide('superseded');
    else if (isUndecided()) {
      if (progress.name === 'queued') setWaits(tally, progress, false);
      send();
    }
    return true;
  }

  return {
    address,
    progress: () => progress.name,
    waits: () => progress.name === 'queued' && progress.waits,
    expected: () => expected ?? [],
    expect,
    send() {
      if (progress.name === 'new' && !isSplit) send();
    },
    cancel,
    decide,
    /** Sends it once more where an answer is missing. */
    sayAgain() {
      if (progress.name === 'sent' && !progress.cancelRepeat && isMissing()) repeat();
    },
    takeBack,
    /** The deadline is over before the message has a fate. */
    expire() {
      if (!isUndecided()) return;
      cancel();
      decide('expired');
    },
  };
}

export function createActionMessages(deps: ActionMessagesDeps, addresses: readonly Address[]) {
  const tally: Tally = { undecided: addresses.length, waiting: 0 };
  const all = addresses.map((address) => createActionMessage(deps, address, tally));
  const byClient = new Map(all.map((message) => [message.address.clientId, message]));
  /** Messages under way to clients that came later, each with its cancel. */
  const arrivals = new Map<string, () => void>();

  const expecting = (clientId: string): ActionMessage | undefined =>
    byClient.get(clientId) ?? all.find((message) => message.expected().includes(clientId));

  return {
    tally,
    count: all.length,
    /** Who should answer is known where a message is for one client. */
    expectSingleClients() {
      for (const message of all) if (message.address.clientId !== undefined) message.expect();
    },
    send() {
      for (const message of all) message.send();
    },
    sayAgain() {
      for (const message of all) message.sayAgain();
    },
    /** Takes back what newer orders have replaced; whether that is any of it. */
    takeBack(order: Order): boolean {
      const taken = all.filter((message) => message.takeBack(order));
      if (taken.length === 0) return false;
      for (const [clientId, cancelArrival] of arrivals) {
        if (!order.isSuperseded(clientId)) continue;
        cancelArrival();
        arrivals.delete(clientId);
      }
      return true;
    },
    areWhollySuperseded: (order: Order) => all.every(({ address }) => order.isWhollySuperseded(address)),
    /** A client has come that may have been away when the message went out: it gets one by itself. */
    sendToArrival(client: DeviceAddress) {
      const { clientId } = client;
      const message = expecting(clientId);
      // A message that still waits for the connection reaches this client with the others.
      if (!message || message.waits()) return;
      arrivals.get(clientId)?.();
      const onFate = () => void arrivals.delete(clientId);
      arrivals.set(clientId, deps.queue.add(messageOf(deps, deps.addressOf(client)), { onFate }));
    },
    /** An answer proves that its message went out, whatever is known of it here. `hasEnded`: nobody more is expected. */
    prove(clientId: string, hasEnded: boolean) {
      const message = byClient.get(clientId) ?? (all.length === 1 ? all[0] : undefined);
      if (!message || message.progress() === 'sent') return;
      message.cancel();
      if (!hasEnded) message.expect();
      message.decide('sent');
    },
    expire() {
      for (const message of all) message.expire();
    },
    isAnyExpected: () => all.some((message) => message.expected().length > 0),
    /** How far the action is where the broker has none of its messages. */
    failure(): 'superseded' | 'expired' | 'refused' {
      const fates = new Set(all.map((message) => message.progress()));
      if (fates.size === 1 && fates.has('superseded')) return 'superseded';
      return fates.has('expired') ? 'expired' : 'refused';
    },
    cancel() {
      for (const message of all) message.cancel();
      for (const cancelArrival of arrivals.values()) cancelArrival();
      arrivals.clear();
    },
  };
}
