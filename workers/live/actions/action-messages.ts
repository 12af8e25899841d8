/** The messages of one action: one per address, with its progress, expected answers and repetitions. */

import type { Action } from '#protocol/action.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { ActionRequest } from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { Fate, MessageQueue, QueuedMessage, QueueEvents } from '../broker/message-queue.ts';
import type { Address } from './action-plan.ts';
import { addToEach } from './add-to-each.ts';
import type { Answers } from './answers.ts';
import type { Order } from './order-ledger.ts';

type Progress =
  /** Not passed to the queue yet. */
  | { name: 'new' }
  /** In the queue. `waits`: for a connection. */
  | { name: 'queued'; waits: boolean; cancel: () => void }
  /** Accepted by the broker. `cancelRepeat` is set while the message is sent again. */
  | { name: 'sent'; cancelRepeat?: (() => void) | undefined }
  | { name: 'refused' | 'expired' | 'superseded' };

type MessageFate = Fate | 'superseded';

export type ActionMessagesDeps = {
  queue: Pick<MessageQueue, 'add'>;
  /** The tutor's topic for replies. */
  responseTopic: string;
  addressOf(client: DeviceAddress): Address;
  /** Undefined if the client's details were never known here. */
  device(clientId: string): DeviceAddress | undefined;
  answers: Pick<Answers, 'expect' | 'fail' | 'isWaitingFor'>;
  request: ActionRequest;
  /** On the worker's clock. */
  askedAt: EpochMs;
  expiresAt: EpochMs;
  /** A new worker does not know if the broker has the message, so an unsent one here fails no client. */
  isResumed: boolean;
  isAnswered(): boolean;
  /** A message waits for a connection. */
  onWaiting(): void;
  onFate(fate: MessageFate): void;
};

/** Number of messages without a fate, and how many of these wait for a connection. */
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
  /** True once some of its clients are superseded; the others then get separate messages. */
  let isSplit = false;

  const isUndecided = () => progress.name === 'new' || progress.name === 'queued';

  /** The clients present when the message is sent are the ones that should answer. */
  function expect() {
    expected ??= address.expects();
    answers.expect(expected);
  }

  function enqueue(events: QueueEvents): () => void {
    if (!isSplit) return queue.add(messageOf(deps, address), events);
    const open = (expected ?? []).filter(answers.isWaitingFor);
    const devices = open.flatMap((clientId) => deps.device(clientId) ?? []);
    const messages = devices.map((device) => messageOf(deps, deps.addressOf(device)));
    return addToEach(queue, messages, events);
  }

  function send() {
    const queued: Progress = { name: 'queued', waits: false, cancel: () => {} };
    progress = queued;
    queued.cancel = enqueue({
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
    if (fate !== 'sent' && !deps.isResumed) answers.fail(expected ?? [], fate);
    deps.onFate(fate);
  }

  function repeat() {
    if (progress.name !== 'sent') return;
    const sent = progress;
    let isOver = false;
    const cancelRepeat = enqueue({
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

  /** Withdraws the parts superseded by newer orders. Returns false if nothing was superseded. */
  function withdraw({ isSuperseded, isWhollySuperseded, isPartlySuperseded }: Order): boolean {
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
    /** Sends the message again if an answer is missing. */
    resend() {
      if (progress.name === 'sent' && !progress.cancelRepeat && isMissing()) repeat();
    },
    withdraw,
    /** The deadline has passed before the message had a fate. */
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
  /** Messages being sent to clients that arrived later, each with its cancel. */
  const arrivals = new Map<string, () => void>();

  const expecting = (clientId: string): ActionMessage | undefined =>
    byClient.get(clientId) ?? all.find((message) => message.expected().includes(clientId));

  return {
    tally,
    count: all.length,
    /** For a message to one client, the client that should answer is known before sending. */
    expectSingleClients() {
      for (const message of all) if (message.address.clientId !== undefined) message.expect();
    },
    send() {
      for (const message of all) message.send();
    },
    resend() {
      for (const message of all) message.resend();
    },
    /** Withdraws the parts superseded by newer orders. Returns false if nothing was superseded. */
    withdraw(order: Order): boolean {
      const taken = all.filter((message) => message.withdraw(order));
      if (taken.length === 0) return false;
      for (const [clientId, cancelArrival] of arrivals) {
        if (!order.isSuperseded(clientId)) continue;
        cancelArrival();
        arrivals.delete(clientId);
      }
      return true;
    },
    areWhollySuperseded: (order: Order) => all.every(({ address }) => order.isWhollySuperseded(address)),
    /** Sends a separate message to a client that arrived and may have been away when the message was sent. */
    sendToArrival(client: DeviceAddress) {
      const { clientId } = client;
      const message = expecting(clientId);
      // A message that still waits for the connection reaches this client with the others.
      if (!message || message.waits()) return;
      arrivals.get(clientId)?.();
      const onFate = () => void arrivals.delete(clientId);
      arrivals.set(clientId, deps.queue.add(messageOf(deps, deps.addressOf(client)), { onFate }));
    },
    /** An answer proves that its message was sent. `hasEnded`: no more clients are expected. */
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
    /** The action's delivery state if the broker accepted none of its messages. */
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
