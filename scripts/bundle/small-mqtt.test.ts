import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeAll, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { smallMqtt } from './small-mqtt.ts';

/** The browser globals that the library may use. */
const browserGlobals = {
  WebSocket,
  URL,
  TextEncoder,
  TextDecoder,
  AbortController,
  AbortSignal,
  Blob,
  EventTarget,
  Event,
  console,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  queueMicrotask,
};

const ENTRY = 'virtual:entry';

let script: string;

/** A page's script that connects, subscribes, and publishes what it receives. */
beforeAll(async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      smallMqtt(),
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? ENTRY : null),
        load: (id) =>
          id === ENTRY
            ? `import mqtt from 'mqtt';
               const client = mqtt.connect(globalThis.url, { protocolVersion: 5, timerVariant: 'native', reconnectPeriod: 0 });
               client.on('message', (topic, payload) => client.publish('echo/' + topic, payload, { qos: 1 }, () => client.end()));
               client.on('connect', () => client.subscribe('a/#', { qos: 1 }));
               client.on('error', globalThis.failed);`
            : null,
      },
    ],
    build: { write: false, rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput;
  script = built.output[0].code;
}, 60_000);

let server: WebSocketServer | undefined;
afterEach(() => server?.close());

/** Sends CONNACK, SUBACK and one message as bytes. Emits the requested path and published payloads. */
async function startBroker(told: EventEmitter): Promise<string> {
  const broker = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server = broker;
  broker.on('connection', (socket, request) => {
    told.emit('asked', `${request.url} ${request.headers['sec-websocket-protocol']}`);
    socket.on('message', (data: Buffer) => {
      const type = (data[0] ?? 0) >> 4;
      if (type === 1) socket.send(Buffer.from([0x20, 3, 0, 0, 0]));
      if (type === 8) {
        socket.send(Buffer.from([0x90, 4, data[2] ?? 0, data[3] ?? 0, 0, 1]));
        socket.send(Buffer.from([0x30, 8, 0, 3, ...Buffer.from('a/b'), 0, ...Buffer.from('hi')]));
      }
      if (type === 3) told.emit('published', data.toString());
    });
  });
  await once(broker, 'listening');
  return `ws://127.0.0.1:${(broker.address() as AddressInfo).port}/mqtt?site=riverside`;
}

test('speaks MQTT in a browser that has none of Node’s modules and globals', async () => {
  class DedicatedWorkerGlobalScope {}
  const told = new EventEmitter();
  const url = await startBroker(told);
  const self = Object.assign(new DedicatedWorkerGlobalScope(), {
    url,
    failed: (error: Error) => told.emit('error', error),
    ...browserGlobals,
  });
  Object.assign(self, { self });
  const asked = once(told, 'asked');
  const published = once(told, 'published');
  runInContext(script, createContext(self));
  expect(await asked).toEqual(['/mqtt?site=riverside mqtt']);
  expect(await published).toEqual([expect.stringMatching(/echo\/a\/b.*hi$/s)]);
});
