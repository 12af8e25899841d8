/**
 * Stands before aedes and looks at each packet of one client: what would throw inside aedes, and with that end the
 * whole platform, or what aedes drops without a word, ends only this client's connection and is counted.
 */
import type { EventEmitter } from 'node:events';
import { arePropertiesOf } from './packet-properties.ts';

/** The packet as far as it is looked at. Changing `cmd` is how aedes is kept from it. */
type GuardedPacket = {
  cmd: string;
  properties?: Readonly<Record<string, unknown>>;
  will?: { properties?: Readonly<Record<string, unknown>> };
  subscriptions?: readonly { topic: string }[];
  unsubscriptions?: readonly string[];
};
/** What is used of the client of aedes, which its typings do not show. */
export type GuardedClient = {
  conn: EventEmitter & { destroy(error?: Error): unknown };
  _parser: EventEmitter & {
    parse(bytes: Buffer): number;
    /** The packet that is being read. */
    packet: { length: number };
    _list: { length: number };
    _stateCounter: number;
  };
};

export type PacketGuardDeps = {
  /** Once for each client. */
  refused(reason: PacketFault): void;
  /** The broker takes no shared subscriptions. */
  shared(filter: string): void;
  failed(error: Error): void;
};
export type PacketFault = 'packet-type' | 'properties' | 'filter' | 'truncated' | 'fault';

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

export function guardPackets(client: GuardedClient, { refused, shared, failed }: PacketGuardDeps): void {
  const parser = client._parser;
  const parse = parser.parse.bind(parser);

  parser.parse = (bytes) => {
    try {
      return parse(bytes);
    } catch (error) {
      failed(error as Error);
      refused('fault');
      client.conn.destroy();
      return 0;
    }
  };
  parser.prependListener('packet', (packet: GuardedPacket) => {
    const fault = faultOf(packet);
    if (fault) {
      refused(fault);
      // Of this type aedes knows nothing: it ends the connection.
      packet.cmd = 'refused';
      return;
    }
    for (const { topic } of packet.subscriptions ?? []) if (topic.startsWith('$share/')) shared(topic);
  });
  client.conn.once('close', () => {
    // Nothing of it has been acted on; its sender learns from the missing acknowledgement.
    if (parser._list.length > 0 || parser._stateCounter > 0 || parser.packet.length >= 0)
      refused('truncated');
  });
}

function faultOf(packet: GuardedPacket): PacketFault | undefined {
  if (!CLIENT_PACKETS.has(packet.cmd)) return 'packet-type';
  if (!arePropertiesOf(packet.cmd, packet.properties) || !arePropertiesOf('will', packet.will?.properties))
    return 'properties';
  const filters = [
    ...(packet.subscriptions ?? []).map(({ topic }) => topic),
    ...(packet.unsubscriptions ?? []),
  ];
  const asked = packet.cmd === 'subscribe' || packet.cmd === 'unsubscribe';
  // aedes keeps filters as keys of plain objects, where `__proto__` and its like are there already.
  return asked && (filters.length === 0 || filters.some((filter) => filter in {})) ? 'filter' : undefined;
}
