/**
 * Publishes the retained list of a device's groups and chat rooms, and notifies the consoles of each group
 * that the device has left.
 */
import { selfOf } from '#protocol/auth/access-token.ts';
import { clientGroups, groupFeedback } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';

export type GroupDeliveryDeps = {
  publish(message: { topic: string; payload: Buffer; qos: 0 | 1; retain: boolean }): Promise<void>;
};

export function createGroupDelivery({ publish }: GroupDeliveryDeps) {
  const published = new WeakMap<Connection, { groups: readonly string[]; rooms: readonly string[] }>();

  /** Publishes a device's list if it has changed. Does nothing for other clients. */
  return async function deliver(connection: Connection): Promise<void> {
    const { claims, access } = connection;
    if (claims.kind !== 'device') return;
    const groups = access.ownGroups();
    const rooms = access.ownRooms();
    const before = published.get(connection);
    if (before && isSame(before.groups, groups) && isSame(before.rooms, rooms)) return;
    published.set(connection, { groups, rooms });
    const clientId = selfOf(claims);
    // Sent before the list, because a device that rejoins announces itself after it has a later list.
    const left = (before?.groups ?? []).filter((groupId) => !groups.includes(groupId));
    const words = left.map((groupId) =>
      publish({
        topic: `${groupFeedback(claims, groupId)}/${clientId}/left`,
        payload: Buffer.alloc(0),
        qos: 0,
        retain: false,
      }),
    );
    const topic = clientGroups(claims, clientId);
    const payload = Buffer.from(JSON.stringify({ groups, rooms }));
    await Promise.all([...words, publish({ topic, payload, qos: 1, retain: true })]);
  };
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, at) => id === b[at]);
