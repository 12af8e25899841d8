/**
 * Holds QoS 1 messages back from one client that has as many unacknowledged ones as its Receive Maximum allows
 * (MQTT 5.0, 3.3.4), live and from the queue of a resumed session. aedes 2.0.0-beta.1 only remembers the number.
 */
import type { EpochMs } from '#protocol/clock.ts';
import type { QueuedPacket } from './outgoing-queues.ts';

export type DeliveredPacket = QueuedPacket & {
  topic: string;
  qos: number;
  retain?: boolean;
  /** Null: a retained message that answers a SUBSCRIBE. */
  brokerId?: string | null;
  properties?: { messageExpiryInterval?: number } & object;
};
type Done = () => void;
type Deliver = (packet: DeliveredPacket, done: Done) => void;

/** What is used of the client of aedes, which its typings do not show. */
export type WindowedClient = {
  readonly closed: boolean;
  /** Its session ends with its connection, so that nothing is kept elsewhere. */
  readonly clean: boolean;
  /** Missing before the CONNECT. */
  readonly receiveMaximum?: number;
  readonly subscriptions: Record<string, { qos: number; granted?: number }>;
  readonly deliver0: Deliver;
  deliverQoS: Deliver;
};

export type DeliveryWindowDeps = {
  maxMessages: number;
  maxBytes: number;
  now(): EpochMs;
  /** Forgets in the session's queue a message that expired while it was held back. */
  forget(packet: DeliveredPacket): void;
  /** A message that is kept nowhere else had no more room here. */
  dropped(): void;
};

export type DeliveryWindow = {
  /** aedes is about to write the message that it was given last. */
  forwarded(): void;
  /** One was acknowledged; false: none is under way. */
  acknowledged(): boolean;
  /** What waits in the session, oldest first. */
  resume(packets: readonly DeliveredPacket[]): void;
};

/** MQTT 5.0, 3.1.2.11.3. */
const RECEIVE_MAXIMUM = 65_535;

/** Replaces `deliverQoS` of the client. */
export function createDeliveryWindow(client: WindowedClient, deps: DeliveryWindowDeps): DeliveryWindow {
  const deliver = client.deliverQoS;
  let held: DeliveredPacket[] = [];
  let heldBytes = 0;
  let inFlight = 0;
  let wentOut = false;

  const hasRoom = () => inFlight < (client.receiveMaximum ?? RECEIVE_MAXIMUM);

  function send(packet: DeliveredPacket, done: Done): void {
    // aedes asks at once whether the message may be forwarded.
    wentOut = false;
    deliver(packet, done);
    if (wentOut) inFlight += 1;
  }

  function hold(packet: DeliveredPacket): void {
    held.push(packet);
    heldBytes += sizeOf(packet);
    while (held.length > deps.maxMessages || heldBytes > deps.maxBytes) {
      take();
      if (client.clean) deps.dropped();
    }
  }

  function take(): DeliveredPacket | undefined {
    const packet = held.shift();
    if (packet) heldBytes -= sizeOf(packet);
    return packet;
  }

  function sendHeld(): void {
    while (!client.closed && hasRoom()) {
      const packet = take();
      if (!packet) return;
      const { messageExpiry } = packet;
      if (messageExpiry === undefined) {
        send(packet, nothing);
      } else if (messageExpiry <= deps.now()) {
        deps.forget(packet);
      } else {
        const messageExpiryInterval = Math.ceil((messageExpiry - deps.now()) / 1000);
        send({ ...packet, properties: { ...packet.properties, messageExpiryInterval } }, nothing);
      }
    }
  }

  client.deliverQoS = (packet, done) => {
    const sameName = client.subscriptions[packet.topic];
    if (sameName) {
      sameName.granted ??= sameName.qos;
      if (packet.brokerId === null && sameName.granted === 0) {
        client.deliver0(packet, done);
        return;
      }
      // aedes lowers a message to the QoS of the filter that is its very topic, also where it is delivered for another.
      sameName.qos = 1;
    }
    if (packet.qos === 0) {
      client.deliver0(packet, done);
    } else if (held.length === 0 && hasRoom()) {
      send(packet, done);
    } else {
      hold(packet);
      setImmediate(done);
    }
  };

  return {
    forwarded() {
      wentOut = true;
    },
    acknowledged() {
      if (inFlight === 0) return false;
      inFlight -= 1;
      sendHeld();
      return true;
    },
    resume(packets) {
      held = packets.map((packet) => ({ ...packet, retain: false }));
      heldBytes = held.reduce((sum, packet) => sum + sizeOf(packet), 0);
      sendHeld();
    },
  };
}

const sizeOf = ({ payload }: DeliveredPacket) => payload?.length ?? 0;
const nothing = () => {};
