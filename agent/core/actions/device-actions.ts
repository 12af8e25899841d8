/** Everything that a device does for an action, put together: one desk, every handler, every dialogue. */

import { actionTtlSeconds, SINGLE_CLIENT_ACTIONS } from '#protocol/action-rules.ts';
import type { ClientOrder, OrderSlot } from '#protocol/class-orders.ts';
import { backchannel } from '#protocol/topics.ts';
import type { Incoming } from '../connection/inbox.ts';
import type { TransportPublish } from '../connection/transport.ts';
import { countDropped, type DeviceCounters } from '../counters.ts';
import type { DeviceIdentity } from '../identity.ts';
import { canDo } from './action-context.ts';
import { createActionDesk, type DoneAction } from './action-desk.ts';
import { perform, REFUSED, SUPERSEDED, UNSUPPORTED } from './action-handlers.ts';
import { createClassOrders } from './class-orders.ts';
import { createDeviceAnswers } from './device-answers.ts';
import { createDeviceHandlers, type DeviceHandlersDeps } from './device-handlers.ts';
import { createNewestOrders } from './newest-orders.ts';

type ActionMessage = Extract<Incoming, { name: 'action' }>;

/** What the student does. False: nothing of the kind is asked. */
export type StudentActions = {
  answerPoll(answer: string): boolean;
  dismissPoll(): boolean;
  giveName(name: string): boolean;
  decideFullScreen(granted: boolean): boolean;
  showBroadcast(): boolean;
  abortPower(): boolean;
  leaveRoom(roomId: string): boolean;
  sayInRoom(roomId: string, text: string): boolean;
  /** A message that the platform has not taken. */
  sayAgainInRoom(roomId: string, id: string): boolean;
};

export type DeviceActionsDeps = DeviceHandlersDeps & {
  /** Sends now or after a reconnect, within the time. */
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

  const desk = createActionDesk<ActionMessage>({
    clock,
    perform(received, say) {
      const { action, tutorId, place, toClient } = received;
      if (!canDo(profile, action.action)) return UNSUPPORTED;
      if (SINGLE_CLIENT_ACTIONS.has(action.action) && !toClient) return REFUSED;
      if (!newest.accept(received)) return SUPERSEDED;
      const outcome = perform(parts.handlers, action, {
        id: action.id,
        tutorId,
        place,
        say,
        sendPicture: (thumbnail) => answers.sendPicture(received, thumbnail),
      });
      if (!(outcome instanceof Promise) && outcome.ok) orders.done(action);
      return outcome;
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
      // The action came before the list of orders, and was answered.
      if (self === undefined || desk.knows(order.tutorId, order.id)) return;
      if (order.answer !== undefined) poll.recall(String(order.parameters.id), order.answer);
      desk.handle(actionOfOrder(order, self, clock.now()));
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
    sayInRoom: rooms.say,
    sayAgainInRoom: rooms.sayAgain,
  };

  function endRemoteControl(): void {
    if (state().remoteControl === undefined) return;
    deps.machine?.stopRemoteControl();
    change({ remoteControl: undefined });
  }

  return {
    handle: desk.handle,
    orders,
    rooms,
    student,
    /** What policies want of the machine's power. */
    followPower: power.followPolicies,
    endShares: shares.endSessions,
    /** Privacy has begun: no tutor may look. */
    hideScreens() {
      shares.hide();
      lives.hide();
      endRemoteControl();
    },
    /** A browser of a tutor is gone; without a source all of that tutor's. */
    browserLeft: files.browserLeft,
    /**
     * A browser of this tutor has left, and no other asks for anything. A hidden browser asks for nothing either: what
     * stands over a connection of its own is left to end with that connection.
     */
    tutorFellSilent: shares.tutorFellSilent,
    /** No browser of this tutor is left: nothing is shown to the tutor, and the tutor does not control the machine. */
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

/** What takes back the effect of a class order. */
const AS_BEFORE_ORDER = {
  lock: { lock: undefined },
  sound: { muted: false },
  inputs: { inputsBlocked: false },
} as const satisfies Record<Exclude<OrderSlot, 'poll'>, object>;

/** An order is done like the action that it was, sent by its tutor to this device. */
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
