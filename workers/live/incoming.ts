/** Brings each message of the broker to whom it concerns. */
import type { LiveSession } from '#protocol/live-worker.ts';
import type { Notification } from '#protocol/notification.ts';
import type { Clock } from './clock.ts';
import type { Demands } from './demands.ts';
import type { Devices } from './devices.ts';
import { type LiveMessage, readLiveMessage } from './live-message.ts';
import type { MqttMessage } from './mqtt-transport.ts';
import type { Patches } from './patches.ts';
import type { Picture } from './thumbnails.ts';

export type IncomingDeps = {
  clock: Clock;
  /** Which of the tutor's browsers this is: the source of its demands. */
  source: string;
  devices: Devices;
  demands: Demands;
  patches: Patches;
  thumbnails: { accept(groupId: string, clientId: string, picture: Picture): void };
  notifications: { add(notification: Notification): void };
  /** How many messages were dropped at the door so far, by reason. */
  onDropped(counts: Readonly<Record<string, number>>): void;
};

export function createIncoming(deps: IncomingDeps) {
  const { clock, devices, demands, patches } = deps;
  const dropped: Record<string, number> = {};

  function onThumbnail(message: Extract<LiveMessage, { name: 'thumbnail' }>) {
    const { groupId, clientId, properties, bytes, contentType } = message;
    if (groupId === undefined) return;
    const { userId, authType } = properties;
    const expected = demands.quality(groupId);
    devices.mergeThumbnail(groupId, { clientId, userId, authType }, { properties, expected });
    // Not of a group that is watched (any more).
    if (!devices.get(groupId, clientId)) return;
    const receivedAt = Math.round(clock.now());
    deps.thumbnails.accept(groupId, clientId, { ...properties, bytes, contentType, receivedAt });
  }

  function onFeedback(message: Extract<LiveMessage, { name: 'feedback' }>) {
    const { groupId } = message;
    // The backchannel brings feedback of single devices, which no screen of this version demands.
    if (groupId === undefined) return;
    devices.merge(groupId, message);
    if (message.kind !== 'hello') return;
    demands.repeatTo(groupId, message.record);
    patches.doubt(groupId, message.record.clientId);
  }

  return (session: LiveSession, raw: MqttMessage): void => {
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
        break;
      case 'tutor-left':
        // Of another browser it is nothing to this one. Without a source devices have ended all of the tutor's
        // demands, with this one's those of a connection that was away for too long.
        if (message.own && (message.source ?? deps.source) === deps.source) demands.reconnected(false);
        break;
      case 'notification':
        deps.notifications.add(message.notification);
        break;
      case 'dropped':
        dropped[message.reason] = (dropped[message.reason] ?? 0) + 1;
        deps.onDropped(dropped);
        break;
      case 'reply':
      case 'ignored':
        break;
    }
  };
}
