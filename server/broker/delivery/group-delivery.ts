/** The retained list that tells a device which groups to join, and the word to a group's consoles that it has left. */
import { clientGroups, groupFeedback } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';

export type GroupDeliveryDeps = {
  publish(message: { topic: string; payload: Buffer; qos: 0 | 1; retain: boolean }): Promise<void>;
};

export function createGroupDelivery({ publish }: GroupDeliveryDeps) {
  const published = new WeakMap<Connection, readonly string[]>();

  /** Publishes a device's list where it is another than the last one. Does nothing for others. */
  return async function deliver(connection: Connection): Promise<void> {
    const { claims, access } = connection;
    if (claims.kind !== 'device') return;
    const groups = access.ownGroups();
    const before = published.get(connection);
    if (before && before.length === groups.length && before.every((id, at) => id === groups[at])) return;
    published.set(connection, groups);
    const clientId = claims.clientId ?? claims.sub;
    // First: a device that is back in the group says hello after it has got a later list.
    const left = (before ?? []).filter((groupId) => !groups.includes(groupId));
    const words = left.map((groupId) =>
      publish({
        topic: `${groupFeedback(claims, groupId)}/${clientId}/left`,
        payload: Buffer.alloc(0),
        qos: 0,
        retain: false,
      }),
    );
    const topic = clientGroups(claims, clientId);
    const payload = Buffer.from(JSON.stringify({ groups }));
    await Promise.all([...words, publish({ topic, payload, qos: 1, retain: true })]);
  };
}
