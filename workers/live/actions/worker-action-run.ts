/** One action from asking to its last answer: how far its messages are, who has answered, and when it ends. */
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
  /** How the action stands to later ones of its pair; undefined where order does not matter. */
  order: Order | undefined;
  /** What is new since the last call. */
  onChange(update: ActionUpdate): void;
  /** No answer is expected or accepted any more. */
  onOver(): void;
};

export type WorkerActionRun = {
  readonly request: ActionRequest;
  start(): void;
  /** Sends its messages once more where answers are missing: they may have been lost with the session. */
  sayAgain(): void;
  /**
   * A client has come, and its subscriptions stand. Where its answer is missing it gets a message by itself: it may
   * have been away when the action went out. Devices act once, however often they hear of an action.
   */
  arrived(client: DeviceAddress): void;
  /** A newer action of its pair was asked for: what of this one waits for the same clients is taken back. */
  takeBackSuperseded(): void;
  accepts(clientId: string): boolean;
  reply(clientId: string, reply: Reply): void;
  picture(clientId: string, picture: ActionPicture): void;
  /** Nothing more is sent, and no answer is waited for. */
  close(): void;
  /** All that is known of the action. */
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
  const { askedAt, expiresAt, isPoll, isCarriedOn } = times;
  const answers = createAnswers(action);
  const messages = createActionMessages(
    { ...deps, answers, request, askedAt, expiresAt, isCarriedOn, isAnswered, onWaiting: tell, onFate },
    plan.addresses,
  );
  const { sayAgain } = messages;
  const life = createActionLife({ clock, action, times, sayAgain, onDeadline, onOver: deps.onOver });
  let sentAt: number | undefined;

  function onFate(fate: string) {
    if (fate === 'sent') sentAt = clock.now();
    if (messages.tally.undecided > 0 || life.hasEnded()) return;
    // Whether it was asked before, later answers will show.
    if (isCarriedOn && sentAt === undefined) answers.giveUp();
    else if (sentAt === undefined || isAnswered()) return end();
    else life.collect(action === 'ping' ? askedAt : sentAt);
    tell();
  }

  function onDeadline() {
    // A ping ends by then, also where it has never left.
    messages.expire();
    if (life.hasEnded()) return;
    if (!isPoll) return end();
    answers.giveUp();
    tell();
  }

  function isAnswered() {
    if (isPoll || messages.tally.undecided > 0) return false;
    if (plan.anyAnswerEnds) return answers.size() > 0;
    // With nobody known beforehand, the first to answer need not be the last.
    return answers.waiting() === 0 && messages.isAnyExpected();
  }

  function takeBackSuperseded() {
    if (!order || life.hasEnded() || !messages.takeBack(order) || life.hasEnded()) return;
    if (isAnswered() || messages.areWhollySuperseded(order)) end();
    else tell();
  }

  function changed() {
    if (!life.hasEnded() && isAnswered()) end();
    else tell();
    if (life.hasEnded() && REPEATING_REPLIES.has(action)) life.keep();
  }

  function end() {
    life.end();
    messages.cancel();
    answers.giveUp();
    tell();
    life.keep();
  }

  function tell() {
    deps.onChange(update(answers.takeChanged()));
  }

  const update = (changedAnswers: readonly Answer[]): ActionUpdate => ({
    id,
    // The tab's clock may have been set: there it was asked at another time.
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
      // One that its tab repeats to a new worker may be the older one.
      takeBackSuperseded();
      messages.send();
      if (messages.count === 0) end();
      else if (action === 'ping' && !life.hasEnded()) life.collect(askedAt);
    },
    sayAgain() {
      if (!life.hasEnded()) sayAgain();
    },
    arrived(client) {
      if (life.hasEnded() || !answers.isWaitingFor(client.clientId)) return;
      if (!order?.isSuperseded(client.clientId)) return messages.sendToArrival(client);
      answers.fail([client.clientId], 'superseded');
      changed();
    },
    takeBackSuperseded,
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
