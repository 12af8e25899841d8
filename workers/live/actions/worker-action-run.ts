/** One action from the request to its last answer: the progress of its messages, its answers, and its end. */
import type { Reply } from '#protocol/action.ts';
import { REPEATING_REPLIES } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import type {
  ActionPicture,
  ActionRequest,
  ActionUpdate,
  Answer,
  Delivery,
} from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import { actionTimes, createActionLife } from './action-life.ts';
import { type ActionMessages, type ActionMessagesDeps, createActionMessages } from './action-messages.ts';
import type { CheckedAction } from './action-plan.ts';
import { createAnswers } from './answers.ts';
import type { Order } from './order-ledger.ts';

export type WorkerActionRunDeps = Pick<
  ActionMessagesDeps,
  'queue' | 'responseTopic' | 'addressOf' | 'device'
> & {
  clock: Clock;
  /** How the action relates to later ones; undefined if order does not matter. */
  order: Order | undefined;
  /** Receives the changes since the last call. */
  onChange(update: ActionUpdate): void;
  /** No further answer is expected or accepted. */
  onOver(): void;
};

export type WorkerActionRun = {
  readonly request: ActionRequest;
  start(): void;
  /** Resends the messages with missing answers, because these may have been lost with the broker session. */
  resend(): void;
  /**
   * A client has arrived and its subscriptions are active. If its answer is missing, it gets a separate
   * message, because it may have been away when the action was sent. Devices perform an action once, however
   * often they receive it.
   */
  arrived(client: DeviceAddress): void;
  /** A newer counterpart was requested, so messages that wait for the same clients are withdrawn. */
  withdrawSuperseded(): void;
  accepts(clientId: string): boolean;
  reply(clientId: string, reply: Reply): void;
  picture(clientId: string, picture: ActionPicture): void;
  /** Stops sending and waiting for answers. */
  close(): void;
  /** The complete state of the action. */
  state(): ActionUpdate;
  stop(): void;
};

export function createWorkerActionRun(
  deps: WorkerActionRunDeps,
  { request, plan, ageMs }: CheckedAction & { ageMs: number },
): WorkerActionRun {
  const { clock, order } = deps;
  const { id, action } = request;
  const times = actionTimes(request, ageMs, clock.now());
  const { askedAt, expiresAt, isPoll, isResumed } = times;
  const answers = createAnswers(action);
  const messages = createActionMessages(
    { ...deps, answers, request, askedAt, expiresAt, isResumed, isAnswered, onWaiting: notify, onFate },
    plan.addresses,
  );
  const { resend } = messages;
  const life = createActionLife({ clock, action, times, resend, onDeadline, onOver: deps.onOver });
  let sentAt: number | undefined;

  function onFate(fate: string) {
    if (fate === 'sent') sentAt = clock.now();
    if (messages.tally.undecided > 0 || life.hasEnded()) return;
    // Later answers will show whether the poll was delivered before.
    if (isResumed && sentAt === undefined) answers.giveUp();
    else if (sentAt === undefined || isAnswered()) return end();
    else life.collect(action === 'ping' ? askedAt : sentAt);
    notify();
  }

  function onDeadline() {
    // A ping ends at its deadline even if it was never sent.
    messages.expire();
    if (life.hasEnded()) return;
    if (!isPoll) return end();
    answers.giveUp();
    notify();
  }

  function isAnswered() {
    if (isPoll || messages.tally.undecided > 0) return false;
    if (plan.anyAnswerEnds) return answers.size() > 0;
    // Without known recipients, the first answer need not be the last.
    return answers.waiting() === 0 && messages.isAnyExpected();
  }

  function withdrawSuperseded() {
    if (!order || life.hasEnded() || !messages.withdraw(order) || life.hasEnded()) return;
    if (isAnswered() || messages.areWhollySuperseded(order)) end();
    else notify();
  }

  function changed() {
    if (!life.hasEnded() && isAnswered()) end();
    else notify();
    if (life.hasEnded() && REPEATING_REPLIES.has(action)) life.keep();
  }

  function end() {
    life.end();
    messages.cancel();
    answers.giveUp();
    notify();
    life.keep();
  }

  function notify() {
    deps.onChange(update(answers.takeChanged()));
  }

  const update = (changedAnswers: readonly Answer[]): ActionUpdate => ({
    id,
    // Expressed on the tab's clock, which may differ.
    delivery: { name: deliveryOf(messages, sentAt), expiresAt: expiresAt - askedAt + request.askedAt },
    answers: changedAnswers,
    ended: life.hasEnded(),
  });

  return {
    request,
    start() {
      if (isPoll) life.keep();
      answers.fail(plan.incomplete, 'invalid');
      messages.expectSingleClients();
      // An action that its tab repeats to a new worker may be superseded already.
      withdrawSuperseded();
      messages.send();
      if (messages.count === 0) end();
      else if (action === 'ping' && !life.hasEnded()) life.collect(askedAt);
    },
    resend() {
      if (!life.hasEnded()) resend();
    },
    arrived(client) {
      if (life.hasEnded() || !answers.isWaitingFor(client.clientId)) return;
      if (!order?.isSuperseded(client.clientId)) return messages.sendToArrival(client);
      answers.fail([client.clientId], 'superseded');
      changed();
    },
    withdrawSuperseded,
    accepts: plan.accepts,
    reply(clientId, reply) {
      messages.prove(clientId, life.hasEnded());
      if (answers.reply(clientId, reply)) changed();
    },
    picture(clientId, picture) {
      messages.prove(clientId, life.hasEnded());
      if (answers.picture(clientId, picture)) changed();
    },
    close() {
      life.closePoll();
      if (life.hasEnded()) life.keep();
      else end();
    },
    state: () => update(answers.all()),
    stop() {
      life.stop();
      messages.cancel();
    },
  };
}

function deliveryOf({ count, tally, failure }: ActionMessages, sentAt: number | undefined): Delivery['name'] {
  if (count === 0) return 'invalid';
  if (tally.waiting > 0) return 'queued';
  return tally.undecided > 0 || sentAt !== undefined ? 'sent' : failure();
}
