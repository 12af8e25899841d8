/**
 * Stands before aedes and looks at each packet of one client: what would throw inside aedes, and with that end the
 * whole platform, or what aedes drops without a word, ends only this client's connection and is counted.
 */
import type { EventEmitter } from 'node:events';
import type { OverRate } from '../limits/connection-rates.ts';
import { REASON } from '../reason-code.ts';
import { arePropertiesOf } from './packet-properties.ts';
import { connackRefusal, pubcompOf } from './raw-packets.ts';

/** The packet as far as it is looked at. */
type GuardedPacket = {
  cmd: string;
  /** Bytes behind the fixed header. */
  length?: number;
  qos?: number;
  messageId?: number;
  protocolVersion?: number;
  properties?: Readonly<Record<string, unknown>>;
  will?: { properties?: Readonly<Record<string, unknown>> };
  subscriptions?: readonly { topic: string; qos: number }[];
  unsubscriptions?: readonly string[];
};
/** What is used of the client of aedes, which its typings do not show. */
export type GuardedClient = {
  readonly connecting: boolean;
  readonly connected: boolean;
  conn: EventEmitter & { write(bytes: Buffer): boolean };
  _parser: EventEmitter & {
    parse(bytes: Buffer): number;
    /** The packet that is being read. */
    packet: { length: number };
    _list: { length: number };
    _stateCounter: number;
  };
};

export type PacketGuardDeps = {
  /** The connection is ending: what still comes is of no use. */
  isOver(): boolean;
  /** Counts the fault and ends the connection. */
  end(fault: PacketFault): void;
  /** Only counts it: the connection has gone. */
  refused(fault: PacketFault): void;
  /** Whether this acknowledgement was waited for. */
  acknowledged(): boolean;
  /** Why the client has sent too much; undefined where it has not. `bytes`: about the length of the packet. */
  overLimit(bytes: number): OverRate | undefined;
  /** The broker takes no shared subscriptions. */
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

/** What a client may send; AUTH only answers a method, and none is offered. */
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

  // How many acknowledgements come depends on what the client is sent.
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
    // Several packets may come in one piece.
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
      // No exchange of QoS 2 is ever begun here (MQTT 5.0, 3.7.2.1).
      const { messageId = 0 } = packet;
      client.conn.write(pubcompOf(messageId, REASON.packetIdentifierNotFound, 'unknown'));
      return;
    }
    for (const subscription of packet.subscriptions ?? []) {
      // The most that is granted (MQTT 5.0, 3.8.4).
      if (subscription.qos === 2) subscription.qos = 1;
      if (subscription.topic.startsWith('$share/')) deps.shared(subscription.topic);
    }
    handOn?.call(parser, packet);
  });
  client.conn.once('close', () => {
    // Nothing of it has been acted on; its sender learns from the missing acknowledgement.
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
  // aedes keeps filters as keys of plain objects, where `__proto__` and its like are there already.
  return filters.length === 0 || filters.some((filter) => filter in {}) ? 'filter' : undefined;
}
