/**
 * Checks each packet of a client before aedes. A packet that would throw inside aedes and end the platform,
 * or that aedes would drop silently, ends only this client's connection and is counted.
 */
import type { EventEmitter } from 'node:events';
import type { OverRate } from '../limits/connection-rates.ts';
import { REASON } from '../reason-code.ts';
import { arePropertiesOf } from './packet-properties.ts';
import { connackRefusal, pubcompOf } from './raw-packets.ts';

/** The checked parts of a packet. */
type GuardedPacket = {
  cmd: string;
  /** Bytes after the fixed header. */
  length?: number;
  qos?: number;
  messageId?: number;
  protocolVersion?: number;
  properties?: Readonly<Record<string, unknown>>;
  will?: { properties?: Readonly<Record<string, unknown>> };
  subscriptions?: readonly { topic: string; qos: number }[];
  unsubscriptions?: readonly string[];
};
/** The parts of an aedes client that are used here; its typings do not show them. */
export type GuardedClient = {
  readonly connecting: boolean;
  readonly connected: boolean;
  conn: EventEmitter & { write(bytes: Buffer): boolean };
  _parser: EventEmitter & {
    parse(bytes: Buffer): number;
    /** The packet that is being parsed. */
    packet: { length: number };
    _list: { length: number };
    _stateCounter: number;
  };
};

export type PacketGuardDeps = {
  /** True: the connection is ending, so further packets are ignored. */
  isOver(): boolean;
  /** Counts the fault and ends the connection. */
  end(fault: PacketFault): void;
  /** Only counts the fault, because the connection is closed. */
  refused(fault: PacketFault): void;
  /** Whether a message was waiting for this acknowledgement. */
  acknowledged(): boolean;
  /** The exceeded rate limit; undefined: none. `bytes`: the approximate length of the packet. */
  overLimit(bytes: number): OverRate | undefined;
  /** Counts a shared subscription, which the broker does not support. */
  shared(filter: string): void;
  failed(error: Error): void;
};
export type PacketFault =
  | 'packet-type'
  | 'out-of-order'
  | 'properties'
  | 'filter'
  | 'qos-2'
  | 'truncated'
  | 'fault'
  | OverRate;

/** Packets that a client may send. AUTH only answers an authentication method, and none is offered. */
const CLIENT_PACKETS: ReadonlySet<string> = new Set([
  'connect',
  'publish',
  'puback',
  'pubrec',
  'pubrel',
  'pubcomp',
  'subscribe',
  'unsubscribe',
  'pingreq',
  'disconnect',
]);

export function guardPackets(client: GuardedClient, deps: PacketGuardDeps): void {
  const parser = client._parser;
  const parse = parser.parse.bind(parser);
  const handOn = parser.listeners('packet')[0];
  parser.removeAllListeners('packet');

  // The number of acknowledgements depends on the messages that the client receives, so they are not limited.
  const overLimit = ({ cmd, length = 0 }: GuardedPacket) =>
    cmd === 'puback' && deps.acknowledged() ? undefined : deps.overLimit(length + 2);

  parser.parse = (bytes) => {
    if (deps.isOver()) return 0;
    try {
      return parse(bytes);
    } catch (error) {
      deps.failed(error as Error);
      deps.end('fault');
      return 0;
    }
  };
  parser.on('packet', (packet: GuardedPacket) => {
    // Several packets may arrive in one chunk.
    if (deps.isOver()) return;
    const fault = faultOf(packet, client) ?? overLimit(packet);
    if (fault) {
      const isRefusedConnect = packet.cmd === 'connect' && packet.protocolVersion === 5 && !client.connected;
      if (isRefusedConnect && fault === 'properties')
        client.conn.write(connackRefusal(REASON.malformedPacket, fault));
      deps.end(fault);
      return;
    }
    if (packet.cmd === 'pubrel') {
      // No QoS 2 exchange ever begins here (MQTT 5.0, 3.7.2.1).
      const { messageId = 0 } = packet;
      client.conn.write(pubcompOf(messageId, REASON.packetIdentifierNotFound, 'unknown'));
      return;
    }
    for (const subscription of packet.subscriptions ?? []) {
      // The maximum that is granted (MQTT 5.0, 3.8.4).
      if (subscription.qos === 2) subscription.qos = 1;
      if (subscription.topic.startsWith('$share/')) deps.shared(subscription.topic);
    }
    handOn?.call(parser, packet);
  });
  client.conn.once('close', () => {
    // The incomplete packet had no effect; its sender notices the missing acknowledgement.
    if (parser._list.length > 0 || parser._stateCounter > 0 || parser.packet.length >= 0)
      deps.refused('truncated');
  });
}

function faultOf(packet: GuardedPacket, client: GuardedClient): PacketFault | undefined {
  if (!CLIENT_PACKETS.has(packet.cmd)) return 'packet-type';
  const hasConnected = client.connecting || client.connected;
  if ((packet.cmd === 'connect') === hasConnected) return 'out-of-order';
  if (!arePropertiesOf(packet.cmd, packet.properties) || !arePropertiesOf('will', packet.will?.properties))
    return 'properties';
  // The CONNACK has named Maximum QoS 1 (MQTT 5.0, 3.2.2.3.4).
  if (packet.cmd === 'publish' && packet.qos === 2) return 'qos-2';
  if (packet.cmd !== 'subscribe' && packet.cmd !== 'unsubscribe') return undefined;
  const filters = [
    ...(packet.subscriptions ?? []).map(({ topic }) => topic),
    ...(packet.unsubscriptions ?? []),
  ];
  // aedes uses filters as keys of plain objects, which already have `__proto__` and the like.
  return filters.length === 0 || filters.some((filter) => filter in {}) ? 'filter' : undefined;
}
