/**
 * In-memory queues of unacknowledged messages per session. They replace the queue of aedes, which has no
 * limit and, when told to remove a message without an id, removes whichever comes first.
 */

import { Readable } from 'node:stream';
import type { EpochMs } from '#protocol/clock.ts';

export type QueuedPacket = {
  brokerCounter?: number;
  messageId?: number | undefined;
  messageExpiry?: EpochMs | undefined;
  payload?: string | Buffer;
  dup?: boolean;
};
type QueueOwner = { id: string };

export type OutgoingQueues = {
  outgoingEnqueue(sub: { clientId: string }, packet: QueuedPacket): Promise<void>;
  outgoingEnqueueCombi(subs: readonly { clientId: string }[], packet: QueuedPacket): Promise<void>;
  outgoingUpdate(client: QueueOwner, packet: QueuedPacket): Promise<void>;
  outgoingClearMessageId(client: QueueOwner, packet: QueuedPacket): Promise<QueuedPacket | undefined>;
  outgoingStream(client: QueueOwner): Readable;
  /** Removes all messages of the client. */
  outgoingForget(client: QueueOwner): void;
};

type Queue = { packets: QueuedPacket[]; bytes: number };

/** Beyond `maxMessages` or `maxBytes` per session the oldest messages are dropped. */
export function createOutgoingQueues(limits: {
  maxMessages: number;
  maxBytes: number;
  now: () => EpochMs;
  /** Messages of a client that is still connecting stay, because they are sent after its CONNACK. */
  isWaiting(client: QueueOwner): boolean;
  /** Takes over the messages of a resumed session. False: the session is new or has ended. */
  resume(client: QueueOwner, packets: readonly QueuedPacket[]): boolean;
  /** A message was dropped because the queue was full. */
  dropped(): void;
}): OutgoingQueues {
  const queues = new Map<string, Queue>();

  function enqueue(clientId: string, packet: QueuedPacket): void {
    const queue = queues.get(clientId) ?? { packets: [], bytes: 0 };
    queues.set(clientId, queue);
    queue.packets.push({ ...packet, messageId: undefined });
    queue.bytes += size(packet);
    if (fits(queue)) return;
    const alive = queue.packets.filter(
      (p) => p.messageExpiry === undefined || p.messageExpiry > limits.now(),
    );
    queue.packets = alive;
    queue.bytes = alive.reduce((sum, p) => sum + size(p), 0);
    while (!fits(queue)) {
      remove(clientId, queue, 0);
      limits.dropped();
    }
  }

  const fits = (queue: Queue) => queue.packets.length <= limits.maxMessages && queue.bytes <= limits.maxBytes;

  function remove(clientId: string, queue: Queue, at: number): QueuedPacket | undefined {
    const [packet] = queue.packets.splice(at, 1);
    if (packet) queue.bytes -= size(packet);
    if (queue.packets.length === 0) queues.delete(clientId);
    return packet;
  }

  return {
    async outgoingEnqueue(sub, packet) {
      enqueue(sub.clientId, packet);
    },
    async outgoingEnqueueCombi(subs, packet) {
      for (const sub of subs) enqueue(sub.clientId, packet);
    },
    /** Stores the id under which a message was sent. A message that is missing was dropped. */
    async outgoingUpdate(client, packet) {
      const queued = queues
        .get(client.id)
        ?.packets.find((p) => p.brokerCounter === packet.brokerCounter && p.brokerCounter !== undefined);
      // If two filters match the message, the first delivery counts for both.
      if (queued) queued.messageId ??= packet.messageId;
    },
    async outgoingClearMessageId(client, packet) {
      const queue = queues.get(client.id);
      if (!queue) return undefined;
      if (packet.messageId === undefined && limits.isWaiting(client)) return undefined;
      const at = queue.packets.findIndex((p) =>
        packet.messageId === undefined
          ? p.brokerCounter === packet.brokerCounter
          : p.messageId === packet.messageId,
      );
      return at < 0 ? undefined : remove(client.id, queue, at);
    },
    /** For a resumed or ended session. Messages sent before are marked as duplicates (MQTT 5.0, 4.4). */
    outgoingStream(client) {
      const packets = (queues.get(client.id)?.packets ?? []).map((p) =>
        p.messageId === undefined ? p : { ...p, dup: true },
      );
      return Readable.from(limits.resume(client, packets) ? [] : packets);
    },
    outgoingForget: (client) => void queues.delete(client.id),
  };
}

function size(packet: QueuedPacket): number {
  return packet.payload === undefined ? 0 : packet.payload.length;
}
