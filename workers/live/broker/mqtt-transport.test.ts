import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError } from 'aedes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { MqttMessage, OpenResult, Transport, TransportEvents, TransportLoss } from './mqtt-transport.ts';
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
  const roundTrips: number[] = [];
  let heard = 0;
  let told: (loss: TransportLoss) => void = () => {};
  const lost = new Promise<TransportLoss>((resolve) => {
    told = resolve;
  });
  const events: TransportEvents = {
    message: (message) => messages.push(message),
    heard() {
      heard += 1;
    },
    roundTrip: (ms) => roundTrips.push(ms),
    lost: (loss) => told(loss),
  };
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
  return { result, messages, lost, roundTrips, heard: () => heard };
}

type BrokersClient = { id: string; conn: Duplex };
const clients = () =>
  Object.values((broker as unknown as { clients: Record<string, BrokersClient> }).clients);

function opened(result: OpenResult): Transport {
  if (!result.ok) throw new Error(result.message);
  return result.transport;
}

const until = async (holds: () => boolean) => {
  await expect.poll(holds, { interval: 5, timeout: 6_000 }).toBe(true);
};

test('publishes with response topic, correlation, content type and expiry', async () => {
  const transport = opened((await open()).result);
  const outcome = await transport.publish('a', 'x', {
    qos: 1,
    responseTopic: 'r',
    correlation: 'idé',
    contentType: 'application/json',
    expirySeconds: 60,
  });
  expect(outcome).toBe('sent');
  expect(seen[0]).toMatchObject({ topic: 'a', payload: 'x' });
  const { responseTopic, correlationData, messageExpiryInterval, contentType } = seen[0]?.properties ?? {};
  expect([responseTopic, String(correlationData), messageExpiryInterval]).toEqual(['r', 'idé', 60]);
  expect(contentType).toBe('application/json');
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

test.each([
  ['that is text is read', Buffer.from('idé'), 'idé'],
  ["that is not UTF-8 is nobody's", Buffer.from([0x69, 0xff]), ''],
  ["that is longer than any id is nobody's", Buffer.alloc(129, 'a'), ''],
  ['that is not there is none', undefined, undefined],
])('correlation data %s', async (_, correlationData, read) => {
  const { result, messages } = await open();
  await opened(result).subscribe('b/#', 0);
  const properties = correlationData && { correlationData };
  broker.publish(
    { cmd: 'publish', topic: 'b/1', payload: '', qos: 0, retain: false, dup: false, properties } as never,
    () => {},
  );
  await until(() => messages.length === 1);
  expect(messages[0]?.correlation).toBe(read);
});

test('every packet counts as a sign of life, the answer to a ping as well', async () => {
  const { result, heard } = await open();
  const transport = opened(result);
  const before = heard();
  transport.ping();
  await until(() => heard() === before + 1);
  await transport.publish('a', 'x', { qos: 1 });
  expect(heard()).toBe(before + 2);
});

test('the answer to each ping is told with the time that it took', async () => {
  const { result, roundTrips } = await open();
  const transport = opened(result);
  for (let asked = 0; asked < 3; asked += 1) transport.ping();
  await until(() => roundTrips.length === 3);
  for (const ms of roundTrips) expect(ms).toBeGreaterThan(0);
});

test('a broker that says why it closes is quoted, with its code', async () => {
  const { lost } = await open();
  // DISCONNECT, Maximum connect time, no properties.
  for (const client of clients()) client.conn.end(Buffer.from([0xe0, 0x02, 0xa0, 0x00]));
  expect(await lost).toEqual({ code: 0xa0, reason: 'Closed by the broker (0xa0)' });
});

test('one that is dropped is left at once: what has no answer is unsent, and nobody is told', async () => {
  const { result, lost } = await open();
  const transport = opened(result);
  const outcome = transport.publish('a', 'x', { qos: 1 });
  transport.drop();
  expect(await outcome).toBe('unsent');
  expect(await Promise.race([lost, until(() => clients().length === 0)])).toBeUndefined();
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
  expect((await open({ token: 'bad' })).result).toMatchObject({ ok: false, refused: true, code: 0x87 });
});

test('a broker that is not there is none', async () => {
  const { result } = await open({ url: 'ws://127.0.0.1:9/mqtt' });
  expect(result).toMatchObject({ ok: false, refused: false });
});

test('an aborted opening ends quietly', async () => {
  const abort = new AbortController();
  const opening = openMqttTransport(
    { url, clientId: 'c1', token: 'good', clean: true, will: { topic: 'will/c1', payload: 'gone' } },
    { message: () => {}, heard: () => {}, roundTrip: () => {}, lost: () => {} },
    abort.signal,
  );
  abort.abort();
  expect(await opening).toMatchObject({ ok: false, refused: false });
});

test('a lost connection is told, what has no answer yet is unsent, and the session is kept', async () => {
  const { result, lost } = await open();
  const transport = opened(result);
  await transport.subscribe('b/#', 1);
  for (const client of clients()) client.conn.destroy();
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
  clients()
    .find((client) => client.id === 'cut')
    ?.conn.destroy();
  await lost;
  await until(() => seen.some(({ topic }) => topic === 'will/c1'));
  expect(seen.filter(({ topic }) => topic === 'will/c1')).toMatchObject([{ payload: 'gone' }]);
}, 8_000);
