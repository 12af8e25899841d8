/**
 * Two processes of one `--processes 2`: a client that arrives at one of them and belongs to the other is handed over with
 * its socket, so that the first may end and the client notices nothing. Where all end, one is back at once.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ISubscribePacket } from 'mqtt-packet';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { backchannelFilter } from '#protocol/topics.ts';
import { startProgram } from '../../../scripts/launch/child-program.ts';
import { createAddresses } from '../../../server/http/addresses.ts';
import { testOptions } from '../../support/classroom/seeded-data.ts';
import { type DebianServer, startPostgres, startRedis } from '../../support/processes/debian-servers.ts';
import { freePort } from '../../support/processes/free-port.ts';
import { ownerOf, siblingsOf } from '../../support/processes/site-owner.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { readMetrics, samplesOf } from '../../support/wire/metrics-text.ts';
import { openRaw } from '../broker/broker-raw-client.ts';
import { makeRoom, roomNames } from '../faults/rooms-over-rest.ts';

const LONG_MS = 120_000;
/** A process starts in some seconds. */
const BACK_WITHIN_MS = 30_000;
/** The first process deals connections out by turns, so that half of them arrive at the wrong process. */
const CLIENTS = 8;
const AT_ONCE = 20;

let servers: DebianServer[] = [];
let dataDir: string;
let program: ReturnType<typeof startProgram>;
let port = 0;

beforeAll(async () => {
  servers = await Promise.all([startPostgres(), startRedis()]);
  const [postgres, redis] = servers as [Awaited<ReturnType<typeof startPostgres>>, DebianServer];
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-handed-'));
  // There are no flags for them.
  vi.stubEnv('DATABASE_URL', await postgres.newDatabase());
  vi.stubEnv('REDIS_URL', redis.url);
  program = startProgram({
    root: process.cwd(),
    entry: 'server/main.ts',
    // With 0 it would have another port where all its processes have ended.
    args: ['--port', String(await freePort()), '--data', dataDir, '--processes', '2', '--students', '1'],
    readyLine: /^Lectern is ready\b/,
    onLine() {},
  });
  port = Number(/:(\d+)/.exec((await program.ready) ?? '')?.[1]);
  if (!(port > 0)) throw new Error('the platform did not start');
}, LONG_MS);
afterAll(async () => {
  vi.unstubAllEnvs();
  program.stop();
  await program.ended;
  await Promise.all(servers.map((server) => server.close()));
  await rm(dataDir, { recursive: true, force: true });
}, LONG_MS);

it(
  'a client is whole at the process of its site, and outlives the one at which it arrived',
  async () => {
    const { origin } = createAddresses(testOptions({ dataDir }), port);
    const { accessToken } = await consoleSession({ origin }, 'teacher@demo.example');
    const claims = readClaims(accessToken);
    if (!claims) throw new Error('the access token cannot be read');
    const scope = { tenant: 'demo', site: 'riverside' };
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, n) => {
        const client = await openRaw(`ws://127.0.0.1:${port}/mqtt`);
        let isClosed = false;
        client.closed.then(() => {
          isClosed = true;
        });
        return { ...client, clientId: mqttClientId(claims, `handed-${n}`), isClosed: () => isClosed };
      }),
    );
    const subscribe: ISubscribePacket = {
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: backchannelFilter(scope, claims.sub), qos: 1 }],
    };
    const pings = (count: number) => Array.from({ length: count }, () => ({ cmd: 'pingreq' }) as const);
    await Promise.all(
      clients.map(async (client) => {
        // Nothing is waited for: what follows the CONNECT is on its way while the socket changes hands.
        client.connect(accessToken, client.clientId);
        client.send(subscribe);
        for (const ping of pings(AT_ONCE)) client.send(ping);
        expect(await client.next('connack')).toMatchObject({ reasonCode: 0 });
        expect(await client.next('suback')).toMatchObject({ granted: [1] });
        for (let n = 0; n < AT_ONCE; n += 1) await client.next('pingresp');
      }),
    );

    // Whichever process is asked, it tells what both have.
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await ask(`http://127.0.0.1:${port}/metrics`);
      expect(status, body).toBe(200);
      const samples = readMetrics(body);
      const tutors = samplesOf(samples, 'lectern_broker_connections', { kind: 'tutor' });
      expect(tutors.map(({ value }) => value)).toEqual([CLIENTS]);
      const sessions = samplesOf(samples, 'lectern_http_call_seconds_count', {
        route: '/auth/hand-overs/redeem',
      });
      expect(sessions.map(({ value }) => value)).toEqual([1]);
    }

    const owner = await ownerOf(servers[1]?.url ?? '', 'demo/riverside');
    const [other, ...more] = await siblingsOf(owner);
    expect(more).toEqual([]);
    process.kill(other ?? 0, 'SIGKILL');
    const asked = await Promise.all(
      clients.map(async (client) => {
        client.send(...pings(1));
        return Promise.race([client.next('pingresp').then(() => 'answered'), once(client.socket, 'close')]);
      }),
    );
    expect(asked).toEqual(clients.map(() => 'answered'));
    expect(clients.map(({ isClosed }) => isClosed())).toEqual(clients.map(() => false));
    for (const { socket } of clients) socket.close();
  },
  LONG_MS,
);

it(
  'when all of them are killed one is back at once, with all that was acknowledged',
  async () => {
    const platform = createAddresses(testOptions({ dataDir }), port);
    let accessToken = '';
    const write = async () => {
      ({ accessToken } = await consoleSession(platform, 'maintainer@demo.example'));
      await makeRoom(platform, accessToken, 'Before the end');
    };
    // A connection that was kept may be of the process that the test before has ended.
    await expect.poll(() => write().then(() => true, String)).toBe(true);
    const owner = await ownerOf(servers[1]?.url ?? '', 'demo/riverside');
    for (const pid of [owner, ...(await siblingsOf(owner))]) process.kill(pid, 'SIGKILL');
    const answer = () =>
      roomNames(platform, accessToken).then(
        (names) => names.includes('Before the end'),
        (error: Error) => error.message,
      );
    await expect.poll(answer, { timeout: BACK_WITHIN_MS }).toBe(true);
    const claims = readClaims(accessToken);
    if (!claims) throw new Error('the access token cannot be read');
    // The site is free when its lease has ended.
    const welcome = async () => {
      const client = await openRaw(`ws://127.0.0.1:${port}/mqtt`);
      client.connect(accessToken, mqttClientId(claims, 'killed'));
      const { reasonCode } = await client.next('connack');
      client.socket.close();
      return reasonCode;
    };
    await expect.poll(welcome, { timeout: BACK_WITHIN_MS }).toBe(0);
  },
  LONG_MS,
);
