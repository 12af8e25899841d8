/** Dispatches each broker message to the parts of the worker that handle it. */
import type { Reply } from '#protocol/action.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Notification } from '#protocol/notification.ts';
import type { ActionPicture } from '#protocol/threads/live-action.ts';
import type { DeviceAddress, LiveSession } from '#protocol/threads/live-worker.ts';
import type { Demands } from '../demands/demands.ts';
import type { Patches } from '../demands/patches.ts';
import type { DebugLog } from '../devices/debug-log.ts';
import type { Devices } from '../devices/devices.ts';
import type { WorkerActiveUsers } from '../people/active-users.ts';
import type { Arrivals } from '../people/arrivals.ts';
import type { Rooms } from '../people/rooms.ts';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import { clientPlace } from '../watches/place.ts';
import type { DropCount } from './drop-count.ts';
import { type DropReason, feedbackSender, type LiveMessage, readLiveMessage } from './live-message.ts';
import type { MqttMessage } from './mqtt-transport.ts';

type FeedbackMessage = Extract<LiveMessage, { name: 'feedback' }>;

export type IncomingDeps = {
  clock: Clock;
  session(): LiveSession | undefined;
  /** Identifies this one of the tutor's browsers, as the source of its demands. */
  source: string;
  drops: Pick<DropCount, 'count'>;
  devices: Pick<Devices, 'at' | 'leave' | 'leaveGroup'>;
  demands: Demands;
  patches: Patches;
  thumbnails: Pick<Thumbnails, 'accept'>;
  orders: { receive(groupId: string, orders: readonly GroupOrder[]): void };
  notifications: { add(notification: Notification): void };
  activeUsers: Pick<WorkerActiveUsers, 'presence' | 'left'>;
  arrivals: Pick<Arrivals, 'arrived'>;
  rooms: Pick<Rooms, 'receive'>;
  onStopScreenShares(sessionIds: readonly string[]): void;
  log: Pick<DebugLog, 'ping' | 'dropped'>;
  /** Returns a drop reason for an answer that was not requested, or not from this client. */
  actions: {
    onReply(clientId: string, reply: Reply): DropReason | undefined;
    onPicture(clientId: string, actionId: string, picture: ActionPicture): DropReason | undefined;
    onArrival(device: DeviceAddress): void;
  };
};

export type Incoming = ReturnType<typeof createIncoming>;

export function createIncoming(deps: IncomingDeps) {
  const { clock, devices, demands, patches } = deps;

  function drop(reason: DropReason | undefined, session: LiveSession, topic: string) {
    if (!reason) return;
    deps.drops.count(reason);
    const sender = feedbackSender(session, topic);
    if (sender) deps.log.dropped(sender.groupId ?? clientPlace(sender.clientId), sender.clientId, reason);
  }

  function onThumbnail(message: Extract<LiveMessage, { name: 'thumbnail' }>) {
    const { clientId, properties, bytes, contentType } = message;
    const place = message.groupId ?? clientPlace(clientId);
    const here = devices.at(place);
    if (!here) return;
    const { userId, authType } = properties;
    const expected = patches.quality(place, clientId) ?? demands.quality(place);
    const device = { clientId, userId, authType };
    const isBack = here.mergeThumbnail(device, { properties, expected });
    // A client watched on its own sends no hello here. Its first message counts as its arrival, and it
    // receives missed actions.
    if (isBack && message.groupId === undefined) deps.actions.onArrival(device);
    const receivedAt = Math.round(clock.now());
    deps.thumbnails.accept(place, clientId, { ...properties, bytes, contentType, receivedAt });
  }

  function onFeedback(message: FeedbackMessage) {
    const { clientId } = message.record;
    // A message on the backchannel was requested from this client alone.
    const place = message.groupId ?? clientPlace(clientId);
    const isBack = devices.at(place)?.merge(message) ?? false;
    // A client watched on its own sends no hello here, so its first message counts as its arrival.
    const isArrival = message.kind === 'hello' || (isBack && message.groupId === undefined);
    if (isArrival) deps.actions.onArrival(message.record);
    if (message.kind !== 'hello') return;
    if (message.groupId !== undefined) deps.arrivals.arrived(message.groupId, message.record);
    demands.hello(place, message.record);
    patches.doubt(place, clientId);
    patches.doubt(clientPlace(clientId), clientId);
  }

  function receive(raw: MqttMessage): void {
    const session = deps.session();
    if (!session) return;
    const message = readLiveMessage(session, raw);
    switch (message.name) {
      case 'feedback':
        onFeedback(message);
        break;
      case 'thumbnail':
        onThumbnail(message);
        break;
      case 'device-left':
        devices.leave(message.device, message.since);
        deps.activeUsers.left(message.device, message.since);
        break;
      case 'left-group':
        devices.leaveGroup(message.groupId, message.clientId);
        break;
      case 'presence':
        deps.activeUsers.presence(message.device, message.presence);
        break;
      case 'room':
        deps.rooms.receive(message.roomId, message.entry);
        break;
      case 'tutor-left':
        // Ignore another browser's last will. Without a source, devices have ended all of the tutor's
        // demands. With this browser's source, its demands ended because it was disconnected for too long.
        if (message.own && (message.source ?? deps.source) === deps.source) demands.reconnected(false);
        break;
      case 'notification':
        deps.notifications.add(message.notification);
        break;
      case 'orders':
        deps.orders.receive(message.groupId, message.orders);
        break;
      case 'stop-screen-shares':
        deps.onStopScreenShares(message.sessionIds);
        break;
      case 'dropped':
        drop(message.reason, session, raw.topic);
        break;
      case 'reply':
        if (message.reply.action === 'ping') deps.log.ping(message.clientId);
        drop(deps.actions.onReply(message.clientId, message.reply), session, raw.topic);
        break;
      case 'picture':
        drop(deps.actions.onPicture(message.clientId, message.actionId, message.picture), session, raw.topic);
        break;
      case 'ignored':
        break;
    }
  }

  return { receive };
}
