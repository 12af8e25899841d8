import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { backchannel, runnerFilters, runnerTopic } from '#protocol/topics.ts';
import type {
  AgentTransportEvents,
  TransportMessage,
  TransportOptions,
  TransportPublish,
} from '../core/connection/transport.ts';
import { createSiteRunner } from './site-runner.ts';

const SCOPE = { tenant: 'demo', site: 'riverside' };
const claims = { iss: 'i', aud: 'a', sub: 'r1', kind: 'runner', ...SCOPE, iat: 0, exp: 1 };
const accessToken = `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

const MACS: Readonly<Record<string, readonly string[]>> = {
  d1: ['02:00:00:00:00:01', '02:00:00:00:00:02'],
  d2: ['02:00:00:00:00:03'],
  bare: [],
};
/** As the platform answers: only devices of the site, each with what is known of it. */
function platformAnswer(query: URLSearchParams) {
  const ids = query.get('deviceIds')?.split(',') ?? ['d2', 'bare'];
  return ids.flatMap((deviceId) => {
    const macAddresses = MACS[deviceId];
    return macAddresses ? [{ deviceId, macAddresses }] : [];
  });
}

async function create(
  options: {
    answer?: (query: URLSearchParams) => Response;
    sends?: boolean;
    hostname?: string;
    nameUrl?: string;
  } = {},
) {
  const clock = createFakeClock();
  const asked: { url: string; headers: Record<string, string> }[] = [];
  const published: TransportPublish[] = [];
  const subscribed: string[] = [];
  const woken: string[][] = [];
  const transports: { options: TransportOptions; events: AgentTransportEvents; closed: boolean }[] = [];
  const runner = createSiteRunner({
    platform: 'http://127.0.0.1:1',
    tenant: 'demo',
    secret: () => 's',
    clock,
    random: () => 0.5,
    ...(options.hostname !== undefined && { hostname: options.hostname }),
    nameUrl: () => options.nameUrl,
    async fetch(url, init) {
      const { pathname, searchParams } = new URL(String(url));
      asked.push({ url: `${pathname}${new URL(String(url)).search}`, headers: init?.headers as never });
      return options.answer?.(searchParams) ?? Response.json(platformAnswer(searchParams));
    },
    obtain: async () => ({
      accessToken,
      identity: { ...SCOPE, runnerId: 'r1' },
      expiresAt: clock.now() + 3_600_000,
    }),
    async wake(macAddresses) {
      woken.push([...macAddresses]);
      return options.sends ?? true;
    },
    open(transportOptions, events) {
      const transport = { options: transportOptions, events, closed: false };
      transports.push(transport);
      return {
        publish: async (message) => published.push(message) > 0,
        subscribe: async (filters) => subscribed.push(...filters) > 0,
        unsubscribe: async () => true,
        async close() {
          transport.closed = true;
        },
      };
    },
  });
  runner.start();
  await clock.advance(0);
  transports[0]?.events.onOpen(false);
  await runner.ready;
  let sent = 0;
  const ask = async (
    action: string,
    parameters: object = {},
    wish: { leaf?: 'wol' | 'actions'; id?: string; topic?: string } & Partial<TransportMessage> = {},
  ) => {
    const { leaf = action === 'wol' ? 'wol' : 'actions', id = `a${sent++}`, ...properties } = wish;
    const text = JSON.stringify({ id, action, parameters, timeSent: clock.now() });
    transports.at(-1)?.events.onMessage({
      topic: runnerTopic(SCOPE, 'anna', leaf),
      payload: Buffer.from(text),
      text: () => text,
      retain: false,
      responseTopic: backchannel(SCOPE, 'anna'),
      correlationData: Buffer.from(id),
      ...properties,
    });
    await clock.advance(0);
  };
  const replies = () => published.map(({ payload }) => JSON.parse(String(payload)));
  return { clock, runner, transports, published, subscribed, woken, asked, ask, replies };
}

describe('a site runner', () => {
  it('connects as itself, leaves no last will and hears what is for runners', async () => {
    const { transports, subscribed, runner } = await create();
    expect(transports[0]?.options).toMatchObject({ clientIdentifier: 'runner:demo:riverside:r1:80000000' });
    expect(transports[0]?.options.will).toBeUndefined();
    expect(subscribed).toEqual(runnerFilters(SCOPE));
    expect(runner.session().name).toBe('online');
  });

  it('says its name and that it is there, to the tutor who asks', async () => {
    const { ask, published, replies, clock } = await create();
    await ask('dnslookup', {}, { id: 'd' });
    await ask('ping', {}, { id: 'p' });
    expect(replies()).toEqual([
      { id: 'd', action: 'dnslookup', ok: true, hostname: hostname() },
      { id: 'p', action: 'ping', ok: true, at: clock.now() },
    ]);
    expect(published[0]).toMatchObject({
      topic: `${backchannel(SCOPE, 'anna')}/runner-r1/reply`,
      qos: 1,
      correlationData: Buffer.from('d'),
    });
  });

  it('says where consoles of its network can ask for its name', async () => {
    const { ask, replies } = await create({ nameUrl: 'https://runner.school' });
    await ask('dnslookup', {}, { id: 'd' });
    expect(replies()).toEqual([
      { id: 'd', action: 'dnslookup', ok: true, hostname: hostname(), url: 'https://runner.school' },
    ]);
  });

  it('asks the platform, as itself, for the addresses of the machines that it wakes', async () => {
    const { ask, asked, woken, replies } = await create();
    await ask('wol', { deviceIds: ['d1', 'd2'] }, { id: 'w' });
    expect(asked).toEqual([
      {
        url: '/v1/site-runners/self/wake-targets?tutorId=anna&deviceIds=d1,d2',
        headers: {
          accept: 'application/json',
          'tenant-key': 'demo',
          authorization: `Bearer ${accessToken}`,
        },
      },
    ]);
    expect(woken).toEqual([['02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:03']]);
    expect(replies()).toEqual([{ id: 'w', action: 'wol', ok: true, woken: ['d1', 'd2'], unknown: [] }]);
  });

  it('wakes a machine once, however often it is told', async () => {
    const { ask, asked, woken, replies } = await create();
    for (let i = 0; i < 2; i++) await ask('wol', { deviceIds: ['d2'] }, { id: 'w' });
    expect([asked.length, woken]).toEqual([1, [['02:00:00:00:00:03']]]);
    expect(replies()).toMatchObject([{ woken: ['d2'] }, { woken: ['d2'] }]);
  });

  it.each([
    [{ deviceIds: ['d2', 'gone'] }, [['02:00:00:00:00:03']], { woken: ['d2'], unknown: ['gone'] }],
    [{ deviceIds: ['bare'] }, [], { woken: [], unknown: ['bare'] }],
    [{ groupId: 'g1' }, [['02:00:00:00:00:03']], { woken: ['d2'], unknown: ['bare'] }],
  ])('says of %j what nobody knows', async (wanted, sent, said) => {
    const { ask, woken, replies } = await create();
    await ask('wol', wanted);
    expect(woken).toEqual(sent);
    expect(replies()).toMatchObject([{ ok: false, code: 'unknown-device', ...said }]);
  });

  it('asks for a group by its id, and for many devices in several calls', async () => {
    const { ask, asked } = await create();
    await ask('wol', { groupId: 'g&1' });
    expect(asked.map(({ url }) => url)).toEqual([
      '/v1/site-runners/self/wake-targets?tutorId=anna&groupId=g%261',
    ]);
    const deviceIds = Array.from({ length: 300 }, (_, i) => `device-${i}-${'x'.repeat(30)}`);
    await ask('wol', { deviceIds });
    const queries = asked.slice(1).map(({ url }) => new URL(url, 'http://p').searchParams.get('deviceIds'));
    expect(queries.length).toBeGreaterThan(1);
    expect(queries.flatMap((query) => query?.split(','))).toEqual(deviceIds);
    expect(asked.every(({ url }) => url.length < 4_200)).toBe(true);
  });

  it.each([
    ['refuses', () => new Response('{}', { status: 403 })],
    ['answers something else', () => Response.json([{ deviceId: 'd1', macAddresses: ['all'] }])],
    [
      'cannot be reached',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
  ])('says when the platform %s', async (_, answer) => {
    const { ask, woken, replies } = await create({ answer });
    await ask('wol', { deviceIds: ['d1'] });
    expect(replies()).toMatchObject([{ ok: false, code: 'no-addresses' }]);
    expect(woken).toEqual([]);
  });

  it('says where the site has waking switched off', async () => {
    const { ask, woken, replies } = await create({ answer: () => new Response('{}', { status: 409 }) });
    await ask('wol', { deviceIds: ['d1'] });
    expect(replies()).toMatchObject([{ ok: false, code: 'switched-off' }]);
    expect(woken).toEqual([]);
  });

  it('says when nothing could be sent', async () => {
    const { ask, replies } = await create({ sends: false });
    await ask('wol', { deviceIds: ['d1'] });
    expect(replies()).toMatchObject([{ ok: false, code: 'not-sent', woken: [] }]);
  });

  it.each([
    ['lock', {}, 'unsupported'],
    ['wol', {}, 'invalid'],
  ])('answers %s with %j: %s', async (action, parameters, code) => {
    const { ask, replies } = await create();
    await ask(action, parameters);
    expect(replies()).toMatchObject([{ ok: false, code }]);
  });

  it.each([
    ['is retained', { retain: true }],
    ['came by the topic of another kind', { leaf: 'wol' as const }],
    ['would be answered elsewhere', { responseTopic: 'demo/riverside/tutors/ben/v1/backchannel' }],
    ['is of another site', { topic: 'demo/hillcrest/tutors/anna/v1/siterunners/actions' }],
    ['is no JSON', { text: () => 'ping' }],
  ])('ignores what %s', async (_, wish) => {
    const { ask, replies } = await create();
    await ask('ping', {}, wish);
    expect(replies()).toEqual([]);
  });

  it('comes back after the connection broke, and leaves no timer', async () => {
    const { clock, transports, runner, subscribed, ask, replies } = await create();
    transports[0]?.events.onClose({ name: 'lost', message: 'cut' });
    await clock.advance(2_000);
    transports[1]?.events.onOpen(true);
    await clock.advance(0);
    expect(subscribed).toHaveLength(4);
    await ask('ping');
    expect(replies()).toHaveLength(1);
    await runner.stop();
    expect([transports[1]?.closed, clock.pending()]).toEqual([true, 0]);
  });
});
