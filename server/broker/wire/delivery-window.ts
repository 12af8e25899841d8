/**
 * Holds QoS 1 messages back while a client has its Receive Maximum of unacknowledged ones (MQTT 5.0, 3.3.4),
 * live and from the queue of a resumed session. aedes 2.0.0-beta.1 does not.
 */
import type { EpochMs } from '#protocol/clock.ts';
import type { QueuedPacket } from './outgoing-queues.ts';

export type DeliveredPacket = QueuedPacket & {
  topic: string;
  qos: number;
  retain?: boolean;
  /** Null: a retained message in answer to a SUBSCRIBE. */
  brokerId?: string | null;
  properties?: { messageExpiryInterval?: number } & object;
};
type Done = () => void;
type Deliver = (packet: DeliveredPacket, done: Done) => void;

/** The parts of an aedes client that are used here; its typings do not show them. */
export type WindowedClient = {
  readonly closed: boolean;
  /** True: the session ends with the connection, so its messages are stored nowhere else. */
  readonly clean: boolean;
  /** Undefined before the CONNECT. */
  readonly receiveMaximum?: number;
  readonly subscriptions: Record<string, { qos: number; granted?: number }>;
  readonly deliver0: Deliver;
  deliverQoS: Deliver;
};

export type DeliveryWindowDeps = {
  maxMessages: number;
  maxBytes: number;
  now(): EpochMs;
  /** Removes a message from the session's queue that expired while it was held back. */
  forget(packet: DeliveredPacket): void;
  /** A message that is stored nowhere else was dropped, because the window was full. */
  dropped(): void;
};

export type DeliveryWindow = {
  /** Called when aedes is about to write its latest message. */
  forwarded(): void;
  /** A message was acknowledged. False: no message is unacknowledged. */
  acknowledged(): boolean;
  /** The session's queued messages, oldest first. */
  resume(packets: readonly DeliveredPacket[]): void;
};

/** Default of MQTT 5.0, 3.1.2.11.3. */
const RECEIVE_MAXIMUM = 65_535;

/** Replaces the client's `deliverQoS`. */
export function createDeliveryWindow(client: WindowedClient, deps: DeliveryWindowDeps): DeliveryWindow {
  const deliver = client.deliverQoS;
  let held: DeliveredPacket[] = [];
  let heldBytes = 0;
  let inFlight = 0;
  let wentOut = false;

  const hasRoom = () => inFlight < (client.receiveMaximum ?? RECEIVE_MAXIMUM);

  function send(packet: DeliveredPacket, done: Done): void {
    // aedes asks synchronously whether the message may be forwarded.
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
      // aedes lowers the QoS to that of the filter equal to the topic, even if another one matched.
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
