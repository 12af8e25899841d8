/** A receiver that takes nothing any more, as one is whose network has just gone, holds up nobody who publishes. */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { createAedesDoor } from './aedes-door.ts';
import type { Connection } from './connection.ts';
import type { Gate } from './door-gate.ts';
import { noTraffic } from './traffic.ts';
import { WebSocketStream } from './websocket-entrance.ts';

const TOPIC = 'a/b';
const LIMITS = {
  maxPacketBytes: 100_000,
  maxKeepAliveS: 60,
  maxSessionExpiryS: 60,
  maxWillDelayMs: 1_000,
  maxQueuedMessages: 10,
  maxQueuedBytes: 100_000,
  maxPendingSessions: 10,
  connectTimeoutMs: 5_000,
};

class FakeSocket extends EventEmitter {
  readonly packets: Packet[] = [];
  readonly bufferedAmount = 0;
  readonly #parser = mqttPacket.parser({ protocolVersion: 5 }).on('packet', (p) => this.packets.push(p));
  send(bytes: Buffer) {
    this.#parser.parse(bytes);
  }
  say(packet: Packet) {
    this.emit('message', mqttPacket.generate(packet, { protocolVersion: 5 }), true);
  }
  pause() {}
  resume() {}
  terminate() {}
  close() {
    this.emit('close');
  }
}

async function setUp() {
  const gate: Gate = {
    async admit(request) {
      const connection = { clientId: request.clientId, filters: new Set() } as unknown as Connection;
      return { admitted: true, connection };
    },
    refusedOtherwise() {},
    refusedPacket() {},
    refusePublish: () => undefined,
    maySubscribe: () => true,
    refusedSubscription() {},
    overLimit: () => undefined,
    mayForward: () => true,
    droppedForSize() {},
    opened() {},
    closed() {},
    published() {},
    droppedFromQueue() {},
    failed() {},
  };
  const door = await createAedesDoor(gate, LIMITS);
  const connect = () => {
    const socket = new FakeSocket();
    const stream = new WebSocketStream(socket as unknown as WebSocket, { address: '', total: noTraffic() });
    door.accept(stream);
    socket.say({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clientId: 'one',
      keepalive: 10,
      clean: true,
      properties: { sessionExpiryInterval: 60 },
    });
    return { socket, stream };
  };
  return { door, connect };
}

test('a message is out after 2 s at most, whoever does not take it', async () => {
  const { door, connect } = await setUp();
  const { socket, stream } = connect();
  const has = (cmd: Packet['cmd']) =>
    expect.poll(() => socket.packets.map((packet) => packet.cmd)).toContain(cmd);
  await has('connack');
  socket.say({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: TOPIC, qos: 1 }] });
  await has('suback');
  stream.write = () => false;
  const sent = door
    .publish({ topic: TOPIC, payload: Buffer.from('x'), qos: 1, retain: false })
    .then(() => 'sent');
  expect(await Promise.race([sent, pause(3_500, 'held up')])).toBe('sent');
  await door.close();
});
