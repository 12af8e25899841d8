/** Combines everything a device does for actions: the dispatcher, every handler and every dialogue. */

import { abilitiesOf, canDo } from '#domain/devices/device-abilities.ts';
import { actionTtlSeconds, SINGLE_CLIENT_ACTIONS } from '#protocol/action-rules.ts';
import type { ClientOrder, OrderSlot } from '#protocol/class-orders.ts';
import { backchannel } from '#protocol/topics.ts';
import type { Incoming } from '../connection/inbox.ts';
import type { TransportPublish } from '../connection/transport.ts';
import { countDropped, type DeviceCounters } from '../counters.ts';
import type { DeviceIdentity } from '../identity.ts';
import { REFUSED, UNSUPPORTED } from '../outcome.ts';
import { createActionDispatcher, type DoneAction } from './action-dispatcher.ts';
import { type ActionOutcome, perform, SUPERSEDED } from './action-handlers.ts';
import { createClassOrders } from './class-orders.ts';
import { createDeviceAnswers } from './device-answers.ts';
import { createDeviceHandlers, type DeviceHandlersDeps } from './device-handlers.ts';
import { createNewestOrders } from './newest-orders.ts';

type ActionMessage = Extract<Incoming, { name: 'action' }>;

/** The student's actions. Each returns false if there is nothing to act on. */
export type StudentActions = {
  answerPoll(answer: string): boolean;
  dismissPoll(): boolean;
  giveName(name: string): boolean;
  decideFullScreen(granted: boolean): boolean;
  showBroadcast(): boolean;
  abortPower(): boolean;
  leaveRoom(roomId: string): boolean;
  sendInRoom(roomId: string, text: string): boolean;
  /** Sends a message again that the platform did not accept. */
  resendInRoom(roomId: string, id: string): boolean;
};

export type DeviceActionsDeps = DeviceHandlersDeps & {
  /** Sends now or after a reconnect, unless `ttlMs` has passed. */
  send: (message: TransportPublish, ttlMs: number) => void;
  counters: DeviceCounters;
  onDone?: ((done: DoneAction) => void) | undefined;
};

export function createDeviceActions(deps: DeviceActionsDeps) {
  const { clock, profile, identity, state, change } = deps;
  const parts = createDeviceHandlers(deps);
  const { poll, name, fullScreen, power, shares, lives, transfers, rooms, files } = parts;
  const answers = createDeviceAnswers(deps);
  const newest = createNewestOrders({ clock });

  const dispatcher = createActionDispatcher<ActionMessage>({
    clock,
    perform(received, reply) {
      const { action, tutorId, place, toClient } = received;
      if (!canDo(abilitiesOf(profile), action.action)) return UNSUPPORTED;
      if (SINGLE_CLIENT_ACTIONS.has(action.action) && !toClient) return REFUSED;
      if (!newest.accept(received)) return SUPERSEDED;
      const noteDone = (outcome: ActionOutcome) => {
        if (outcome.ok) orders.done(action);
        return outcome;
      };
      const outcome = perform(parts.handlers, action, {
        id: action.id,
        tutorId,
        place,
        reply,
        sendPicture: (thumbnail) => answers.sendPicture(received, thumbnail),
      });
      return outcome instanceof Promise ? outcome.then(noteDone) : noteDone(outcome);
    },
    answer: answers.reply,
    onDone: deps.onDone,
    onRepeated: () => countDropped(deps.counters, 'repeated-action'),
  });

  const orders = createClassOrders({
    initial: state().fromClass ?? {},
    onHeld(fromClass) {
      if (JSON.stringify(state().fromClass ?? {}) !== JSON.stringify(fromClass)) change({ fromClass });
    },
    perform(order) {
      const self = identity();
      // The action arrived before the list of orders and was answered already.
      if (self === undefined || dispatcher.knows(order.tutorId, order.id)) return;
      if (order.answer !== undefined) poll.recall(String(order.parameters.id), order.answer);
      dispatcher.handle(actionOfOrder(order, self, clock.now()));
    },
    undo(slot, order) {
      if (slot === 'poll') poll.end(String(order?.parameters.id));
      else change(AS_BEFORE_ORDER[slot]);
    },
  });

  const student: StudentActions = {
    answerPoll: poll.answer,
    dismissPoll: poll.dismiss,
    giveName: name.give,
    decideFullScreen: fullScreen.decide,
    showBroadcast: shares.showBroadcast,
    abortPower: () => power.abort(state().power),
    leaveRoom: rooms.leave,
    sendInRoom: rooms.send,
    resendInRoom: rooms.resend,
  };

  function endRemoteControl(): void {
    if (state().remoteControl === undefined) return;
    deps.machine?.stopRemoteControl();
    change({ remoteControl: undefined });
  }

  return {
    handle: dispatcher.handle,
    orders,
    rooms,
    student,
    /** Follows the power action that the active policies ask for. */
    followPower: power.followPolicies,
    endShares: shares.endSessions,
    /** Ends everything that shows the screen to a tutor, because privacy has begun. */
    hideScreens() {
      shares.hide();
      lives.hide();
      endRemoteControl();
    },
    /** Handles a tutor's browser that has left, or all browsers of the tutor if no source is named. */
    browserLeft: files.browserLeft,
    /**
     * Handles a browser that has left while no other browser of the tutor demands anything. A hidden browser
     * demands nothing either, so sessions with a peer connection of their own end with that connection.
     */
    tutorFellSilent: shares.tutorFellSilent,
    /** Ends what is shown to the tutor and the remote control, because no browser of this tutor is left. */
    tutorLeft(tutorId: string) {
      shares.tutorLeft(tutorId);
      lives.tutorLeft(tutorId);
      if (state().remoteControl?.tutorId === tutorId) endRemoteControl();
    },
    stop() {
      power.stop();
      fullScreen.stop();
      shares.stop();
      lives.stop();
      transfers.stop();
      rooms.stop();
      deps.peers?.stop();
    },
  };
}

/** The state changes that undo a class order. */
const AS_BEFORE_ORDER = {
  lock: { lock: undefined },
  sound: { muted: false },
  inputs: { inputsBlocked: false },
} as const satisfies Record<Exclude<OrderSlot, 'poll'>, object>;

/** Turns an order into the action that it was, as if its tutor had sent it to this device. */
function actionOfOrder(
  { tutorId, answer: _answered, ...action }: ClientOrder,
  self: DeviceIdentity,
  now: number,
): ActionMessage {
  return {
    name: 'action',
    tutorId,
    action: { ...action, timeSent: now },
    expirySeconds: actionTtlSeconds(action.action),
    responseTopic: backchannel(self, tutorId),
    correlationData: action.id,
    place: 'own',
    toClient: false,
  };
}
