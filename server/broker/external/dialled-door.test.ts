import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { afterEach, expect, it } from 'vitest';
import { type DialledDoor, dialBroker } from './dialled-door.ts';

const NOT_AUTHORIZED = 0x87;
const VERSION = { protocolVersion: 5 };
let server: Server | undefined;
let door: DialledDoor | undefined;

afterEach(async () => {
  await door?.close();
  server?.close();
});

/** A broker that refuses so many subscriptions, and grants each that comes then. */
async function brokerThatRefuses(times: number): Promise<string> {
  let refused = 0;
  server = createServer((socket) => {
    const send = (packet: Packet) => socket.write(mqttPacket.generate(packet, VERSION));
    const parser = mqttPacket.parser(VERSION);
    parser.on('packet', (packet: Packet) => {
      if (packet.cmd === 'connect') send({ cmd: 'connack', reasonCode: 0, sessionPresent: false });
      if (packet.cmd !== 'subscribe') return;
      const granted = refused < times ? [NOT_AUTHORIZED] : [1];
      refused += 1;
      send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted });
    });
    socket.on('data', (bytes) => parser.parse(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('asks once more for what it reads where a broker has refused that for a moment', async () => {
  const failures: unknown[] = [];
  let connected = 0;
  door = dialBroker({
    url: await brokerThatRefuses(1),
    username: 'platform',
    password: 'secret',
    filters: ['v1/#'],
    received: () => undefined,
    connected: () => {
      connected += 1;
    },
    lost: () => undefined,
    failed: (error) => failures.push(error),
    dropped: () => undefined,
  });
  door.dial();
  await expect.poll(() => door?.isListening()).toBe(true);
  expect(failures).toHaveLength(1);
  expect(connected).toBe(1);
});
