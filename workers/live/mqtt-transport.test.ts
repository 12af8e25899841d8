import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Aedes, type AuthenticateError } from 'aedes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { MqttMessage, OpenResult, Transport, TransportEvents } from './mqtt-transport.ts';
import { openMqttTransport } from './mqtt-transport.ts';

type Seen = { topic: string; payload: string; properties: Record<string, unknown> };

let broker: Aedes;
let server: Server;
let url: string;
let seen: Seen[];
const transports: Transport[] = [];

beforeEach(async () => {
  seen = [];
  broker = await Aedes.createBroker({
    authenticate(_client, username, password, done) {
      const welcome = username === 'good' && password?.toString() === 'good';
      const error = Object.assign(new Error('no'), { returnCode: 5 }) as AuthenticateError;
      if (welcome) done(null, true);
      else done(error, false);
    },
    authorizePublish: (_client, { topic }, done) => done(topic === 'forbidden' ? new Error('no') : null),
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, subscription.topic === 'forbidden' ? null : subscription),
  });
  broker.on('publish', ({ topic, payload, ...packet }, client) => {
    if (!client && !topic.startsWith('will')) return;
    const { properties } = packet as { properties?: Record<string, unknown> };
    seen.push({ topic, payload: payload.toString(), properties: properties ?? {} });
  });
  server = createServer();
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'mqtt' });
  sockets.on('connection', (socket, request) => {
    broker.handle(createWebSocketStream(socket), request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`;
});

afterEach(async () => {
  for (const transport of transports.splice(0)) transport.end({ keepSession: false });
  await new Promise<void>((resolve) => broker.close(() => resolve()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function open(options: { token?: string; clientId?: string; clean?: boolean; url?: string } = {}) {
  const messages: MqttMessage[] = [];
  let told: () => void = () => {};
  const lost = new Promise<void>((resolve) => {
    told = resolve;
  });
  const events: TransportEvents = { message: (message) => messages.push(message), lost: () => told() };
  const result = await openMqttTransport(
    {
      url: options.url ?? url,
      clientId: options.clientId ?? 'c1',
      token: options.token ?? 'good',
      clean: options.clean ?? true,
      will: { topic: 'will/c1', payload: 'gone' },
    },
    events,
    new AbortController().signal,
  );
  if (result.ok) transports.push(result.transport);
  return { result, messages, lost };
}

function opened(result: OpenResult): Transport {
  if (!result.ok) throw new Error(result.message);
  return result.transport;
}

const until = async (holds: () => boolean) => {
  await expect.poll(holds, { interval: 5, timeout: 6_000 }).toBe(true);
};

test('publishes with response topic, correlation and expiry', async () => {
  const transport = opened((await open()).result);
  const outcome = await transport.publish('a', 'x', {
    qos: 1,
    responseTopic: 'r',
    correlation: 'idé',
    expirySeconds: 60,
  });
  expect(outcome).toBe('sent');
  expect(seen[0]).toMatchObject({ topic: 'a', payload: 'x' });
  const { responseTopic, correlationData, messageExpiryInterval } = seen[0]?.properties ?? {};
  expect([responseTopic, String(correlationData), messageExpiryInterval]).toEqual(['r', 'idé', 60]);
});

test('delivers bytes with content type and user properties', async () => {
  const { result, messages } = await open();
  expect(await opened(result).subscribe('b/#', 0)).toBe('sent');
  broker.publish(
    {
      cmd: 'publish',
      topic: 'b/1',
      payload: Buffer.from([1, 2, 255]),
      qos: 0,
      retain: false,
      dup: false,
      properties: { contentType: 'image/jpeg', userProperties: { display: 'd1' } },
    } as never,
    () => {},
  );
  await until(() => messages.length === 1);
  expect([...(messages[0]?.payload ?? [])]).toEqual([1, 2, 255]);
  expect({ ...messages[0], payload: null }).toMatchObject({
    topic: 'b/1',
    contentType: 'image/jpeg',
    userProperties: { display: 'd1' },
  });
});

test('tells a refused subscription from a granted one', async () => {
  const transport = opened((await open()).result);
  expect(await transport.subscribe('forbidden', 0)).toBe('refused');
  expect(await transport.subscribe('allowed', 1)).toBe('sent');
});

test('tells a refused publish from a delivered one', async () => {
  const transport = opened((await open()).result);
  expect(await transport.publish('forbidden', 'x', { qos: 1 })).toBe('refused');
  expect(await transport.publish('allowed', 'x', { qos: 1 })).toBe('sent');
});

test('a token that is not accepted is a refusal', async () => {
  expect((await open({ token: 'bad' })).result).toMatchObject({ ok: false, refused: true });
});

test('a broker that is not there is none', async () => {
  const { result } = await open({ url: 'ws://127.0.0.1:9/mqtt' });
  expect(result).toMatchObject({ ok: false, refused: false });
});

test('an aborted opening ends quietly', async () => {
  const abort = new AbortController();
  const opening = openMqttTransport(
    { url, clientId: 'c1', token: 'good', clean: true, will: { topic: 'will/c1', payload: 'gone' } },
    { message: () => {}, lost: () => {} },
    abort.signal,
  );
  abort.abort();
  expect(await opening).toMatchObject({ ok: false, refused: false });
});

test('a lost connection is told, what has no answer yet is unsent, and the session is kept', async () => {
  const { result, lost } = await open();
  const transport = opened(result);
  await transport.subscribe('b/#', 1);
  for (const client of Object.values((broker as unknown as { clients: object }).clients)) {
    (client as { conn: { destroy(): void } }).conn.destroy();
  }
  const outcome = transport.publish('a', 'x', { qos: 1 });
  await lost;
  expect(await outcome).toBe('unsent');
  expect(await transport.publish('a', 'x', { qos: 1 })).toBe('unsent');
  const again = await open({ clean: false });
  expect(again.result).toMatchObject({ ok: true, sessionPresent: true });
});

test('the last will is published for a connection that was lost, not for one that ended', async () => {
  opened((await open({ clientId: 'polite' })).result).end({ keepSession: false });
  const { lost } = await open({ clientId: 'cut' });
  const cut = Object.values(
    (broker as unknown as { clients: Record<string, { id: string; conn: { destroy(): void } }> }).clients,
  ).find((client) => client.id === 'cut');
  cut?.conn.destroy();
  await lost;
  await until(() => seen.some(({ topic }) => topic === 'will/c1'));
  expect(seen.filter(({ topic }) => topic === 'will/c1')).toMatchObject([{ payload: 'gone' }]);
}, 8_000);
