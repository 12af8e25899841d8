/**
 * Plays a broker that has a school's feedback ready: packets that were made beforehand, sent to its newest subscriber
 * as fast as that one's socket takes them. Nothing is computed while it plays, so that the listener is what is
 * measured.
 */
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BenchContext } from '../meters/measurement.ts';

export type ReplayBroker = {
  take(socket: Socket): void;
  /** Resolves when a client next subscribes to the filter. */
  subscribed(filter: string): Promise<void>;
  /** Resolves when all of it has been handed to the network. `startedAt`: epoch ms. */
  play(packets: readonly Buffer[]): Promise<{ startedAt: number }>;
};

/** As much travels in one WebSocket message: a listener's socket costs little beside its messages. */
const FRAME_BYTES = 64 * 1024;
/** So much may wait in our socket; more would only grow this process. */
const BACKLOG_BYTES = 1024 * 1024;

export function createReplayBroker(context: BenchContext): ReplayBroker {
  const waiting = new Map<string, () => void>();
  let listener: WebSocket | undefined;
  const http = createServer();
  const sockets = new WebSocketServer({
    server: http,
    handleProtocols: () => 'mqtt',
    perMessageDeflate: false,
  });
  context.atEnd(() => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  });

  sockets.on('connection', (socket) => {
    const parser = mqttPacket.parser({ protocolVersion: 5 });
    parser.on('packet', (packet) => {
      const reply = answer(packet);
      if (reply) socket.send(mqttPacket.generate(reply, { protocolVersion: 5 }));
      if (packet.cmd !== 'subscribe') return;
      listener = socket;
      for (const { topic } of packet.subscriptions) {
        waiting.get(topic)?.();
        waiting.delete(topic);
      }
    });
    socket.on('message', (bytes: Buffer) => parser.parse(bytes));
    socket.on('error', () => {});
  });

  return {
    take: (socket) => void http.emit('connection', socket),
    subscribed: (filter) => new Promise((resolve) => waiting.set(filter, resolve)),
    async play(packets) {
      const frames = framesOf(packets);
      const startedAt = Date.now();
      for (const frame of frames) await send(listener, frame);
      return { startedAt };
    },
  };
}

function send(socket: WebSocket | undefined, frame: Buffer): Promise<void> | undefined {
  if (!socket) throw new Error('nobody listens');
  const sent = new Promise<void>((resolve) => socket.send(frame, () => resolve()));
  return socket.bufferedAmount > BACKLOG_BYTES ? sent : undefined;
}

function answer(packet: Packet): Packet | undefined {
  switch (packet.cmd) {
    case 'connect':
      return { cmd: 'connack', reasonCode: 0, sessionPresent: false };
    case 'subscribe': {
      const granted = packet.subscriptions.map(() => 0);
      return { cmd: 'suback', messageId: packet.messageId, granted };
    }
    case 'unsubscribe': {
      const granted = packet.unsubscriptions.map(() => 0);
      return { cmd: 'unsuback', messageId: packet.messageId, granted };
    }
    case 'publish':
      return packet.qos === 1 ? { cmd: 'puback', messageId: packet.messageId, reasonCode: 0 } : undefined;
    case 'pingreq':
      return { cmd: 'pingresp' };
    default:
      return undefined;
  }
}

/** Made before the clock runs. */
function framesOf(packets: readonly Buffer[]): Buffer[] {
  const frames: Buffer[] = [];
  let some: Buffer[] = [];
  let bytes = 0;
  for (const packet of packets) {
    some.push(packet);
    bytes += packet.length;
    if (bytes < FRAME_BYTES) continue;
    frames.push(Buffer.concat(some));
    some = [];
    bytes = 0;
  }
  return [...frames, Buffer.concat(some)];
}
