/** Everything that a device does for an action, put together: one desk, every handler, every dialogue. */
import { actionTtlSeconds, SINGLE_CLIENT_ACTIONS } from '#protocol/action-rules.ts';
import { backchannel } from '#protocol/topics.ts';
import type { Incoming } from '../connection/inbox.ts';
import type { AgentTransport, TransportPublish } from '../connection/transport.ts';
import { countDropped, countPublished, type DeviceCounters } from '../counters.ts';
import type { DemandBook } from '../feedback/demand-book.ts';
import { thumbnailMessage } from '../feedback/thumbnail-message.ts';
import { createLiveScreens } from '../sharing/live-screens.ts';
import { createScreenShares } from '../sharing/screen-shares.ts';
import {
  type ActionDeps,
  canDo,
  type DeviceActionContext,
  type DeviceActionName,
  type Handlers,
} from './action-context.ts';
import { createActionDesk, type DoneAction } from './action-desk.ts';
import { type ActionOutcome, perform, REFUSED, SUPERSEDED, UNSUPPORTED } from './action-handlers.ts';
import { createChatRooms } from './chat-rooms.ts';
import { createClassOrders } from './class-orders.ts';
import { fileActions } from './file-actions.ts';
import { createFileTransfers } from './file-transfers.ts';
import { createFullScreenDialogue } from './full-screen-dialogue.ts';
import { machineActions } from './machine-actions.ts';
import { createNameDialogue } from './name-dialogue.ts';
import { createNewestOrders } from './newest-orders.ts';
import { createPollDialogue } from './poll-dialogue.ts';
import { createPowerActions } from './power-actions.ts';
import { screenActions } from './screen-actions.ts';
import { viewActions } from './view-actions.ts';

type Received = Extract<Incoming, { name: 'action' }>;

export function createDeviceActions(
  deps: ActionDeps & {
    book: () => DemandBook;
    chooseDisplay: (tutorId: string, displayId: string) => void;
    transport: () => AgentTransport | undefined;
    /** Sends now or after a reconnect, within the time. */
    send: (message: TransportPublish, ttlMs: number) => void;
    counters: DeviceCounters;
    onDone?: ((done: DoneAction) => void) | undefined;
  },
) {
  const { identity, counters } = deps;
  const poll = createPollDialogue(deps);
  const name = createNameDialogue(deps);
  const fullScreen = createFullScreenDialogue(deps);
  const power = createPowerActions(deps);
  const shares = createScreenShares(deps);
  const lives = createLiveScreens(deps);
  const transfers = createFileTransfers(deps);
  const rooms = createChatRooms(deps);
  const files = fileActions(deps);
  const handlers: Handlers<DeviceActionName> = {
    ...screenActions(deps),
    ...viewActions(deps),
    ...files.handlers,
    ...machineActions(deps),
    ...poll.handlers,
    ...name.handlers,
    ...fullScreen.handlers,
    ...power.handlers,
    ...shares.handlers,
    ...lives.handlers,
    ...transfers.handlers,
    ...rooms.handlers,
  };

  const answer = ({ action, responseTopic, correlationData }: Received, outcome: ActionOutcome) => {
    const self = identity();
    if (self === undefined) return;
    const payload = JSON.stringify({ id: action.id, action: action.action, ...outcome });
    countPublished(counters, 'reply', payload.length);
    deps.send(
      {
        topic: `${responseTopic}/${self.clientId}/reply`,
        payload,
        qos: 1,
        contentType: 'application/json',
        correlationData,
      },
      actionTtlSeconds(action.action) * 1_000,
    );
  };

  const contextOf = (received: Received, say: DeviceActionContext['say']): DeviceActionContext => {
    const { action, tutorId, place, responseTopic, correlationData } = received;
    return {
      id: action.id,
      tutorId,
      place,
      say,
      sendPicture(thumbnail) {
        const self = identity();
        if (self === undefined) return;
        countPublished(counters, 'snapshot', thumbnail.picture.bytes.byteLength);
        const message = thumbnailMessage(self, responseTopic, thumbnail);
        deps.send({ ...message, qos: 1, correlationData }, actionTtlSeconds(action.action) * 1_000);
      },
    };
  };

  const newest = createNewestOrders(deps);
  const desk = createActionDesk<Received>({
    clock: deps.clock,
    perform(received, say) {
      const { action, toClient } = received;
      if (!canDo(deps.profile, action.action)) return UNSUPPORTED;
      if (SINGLE_CLIENT_ACTIONS.has(action.action) && !toClient) return REFUSED;
      if (!newest.accept(received)) return SUPERSEDED;
      const outcome = perform(handlers, action, contextOf(received, say));
      if (!(outcome instanceof Promise) && outcome.ok) orders.done(action);
      return outcome;
    },
    answer,
    onDone: deps.onDone,
    onRepeated: () => countDropped(counters, 'repeated-action'),
  });

  const orders = createClassOrders({
    initial: deps.state().fromClass ?? {},
    onHeld(fromClass) {
      if (JSON.stringify(deps.state().fromClass ?? {}) !== JSON.stringify(fromClass))
        deps.change({ fromClass });
    },
    perform({ tutorId, answer: answered, ...order }) {
      const self = identity();
      // As an action it came before, and was answered.
      if (self === undefined || desk.knows(tutorId, order.id)) return;
      if (answered !== undefined) poll.recall(String(order.parameters.id), answered);
      desk.handle({
        name: 'action',
        tutorId,
        action: { ...order, timeSent: deps.clock.now() },
        expirySeconds: actionTtlSeconds(order.action),
        responseTopic: backchannel(self, tutorId),
        correlationData: order.id,
        ...{ place: 'own', toClient: false },
      });
    },
    undo(slot, order) {
      if (slot === 'poll') poll.end(String(order?.parameters.id));
      if (slot === 'lock') deps.change({ lock: undefined });
      if (slot === 'sound') deps.change({ muted: false });
      if (slot === 'inputs') deps.change({ inputsBlocked: false });
    },
  });

  return {
    handle: desk.handle,
    orders,
    poll,
    name,
    fullScreen,
    rooms,
    endShares: shares.endSessions,
    showBroadcast: shares.showBroadcast,
    /** Privacy has begun: nobody may look. */
    hideScreens() {
      shares.hide();
      lives.hide();
    },
    abortPower: () => power.abort(deps.state().power),
    /** A browser of a tutor is gone; without a source all of that tutor's. */
    browserLeft: files.browserLeft,
    /**
     * A browser of this tutor has left, and no other asks for anything. A hidden one asks for nothing either: what
     * stands over a connection of its own is left to end with that.
     */
    tutorFellSilent: shares.tutorFellSilent,
    /** No browser of this tutor is left: nobody watches, and nobody controls the machine. */
    tutorLeft(tutorId: string) {
      shares.tutorLeft(tutorId);
      lives.tutorLeft(tutorId);
      const { remoteControl } = deps.state();
      if (remoteControl?.tutorId !== tutorId) return;
      deps.machine?.stopRemoteControl();
      deps.change({ remoteControl: undefined });
    },
    stop() {
      power.stop();
      fullScreen.stop();
      shares.stop();
      lives.stop();
      transfers.stop();
      deps.peers?.stop();
    },
  };
}
