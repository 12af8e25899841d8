/** The site runner's program, as one file in a process of its own: set up over REST, and used by a tutor over the broker. */
import { createSocket, type Socket } from 'node:dgram';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Reply, replySchema } from '#protocol/action.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { newRunnerTokenSchema, type SiteRunner, siteRunnerSchema } from '#protocol/rest/admin/site-runner.ts';
import { RUNNER_VERSION } from '#protocol/runner-version.ts';
import { backchannel, backchannelFilter, runnerTopic } from '#protocol/topics.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { bundleRunner, type StartedRunner, startRunner } from '../support/runners/runner-program.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';

const LONG_MS = 60_000;
const WITHIN = { timeout: 20_000, interval: 100 };
const SCOPE = { tenant: 'demo', site: 'riverside' };
const DEVICE = 'r-d-00001';
/** That of the device, as the platform knows it. */
const MAC = '02:07:00:00:00:01';

let classroom: RunningClassroom;
let bundle: Awaited<ReturnType<typeof bundleRunner>>;
let tutor: MqttClient;
let tutorId: string;
let lan: Socket;
const packets: string[] = [];
const replies: Reply[] = [];
const running: StartedRunner[] = [];

beforeAll(async () => {
  [classroom, bundle] = await Promise.all([startClassroom(), bundleRunner()]);
  const { accessToken } = await consoleSession(classroom.platform, 'maintainer@demo.example');
  const claims = readClaims(accessToken);
  if (!claims) throw new Error('the access token cannot be read');
  tutorId = claims.sub;
  tutor = mqtt.connect(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, 'contract'),
    username: accessToken,
    password: accessToken,
    reconnectPeriod: 200,
    clean: false,
  });
  tutor.on('message', (_topic, payload) => replies.push(v.parse(replySchema, JSON.parse(String(payload)))));
  await tutor.subscribeAsync(backchannelFilter(SCOPE, tutorId), { qos: 1 });
  lan = createSocket('udp4');
  lan.on('message', (packet) => packets.push(packet.toString('hex')));
  await new Promise<void>((resolve) => lan.bind(0, '127.0.0.1', resolve));
}, LONG_MS);
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});
afterAll(async () => {
  await tutor?.endAsync(true);
  lan?.close();
  await classroom?.close();
  await bundle?.remove();
});

/** A call of the admin realm by a super admin. */
async function admin(method: string, path: string, body?: object) {
  const token = await classroom.platform.tokens.sign(
    { sub: 'tutor-admin', kind: 'tutor', tenant: 'demo', realm: 'admin', roles: ['superAdmin'], jti: 'x.y' },
    600,
  );
  const answer = await ask(`${classroom.consoleUrl}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'tenant-key': 'demo',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body) as unknown;
}
const setUp = async (name: string, siteId = 'riverside') =>
  v.parse(
    newRunnerTokenSchema,
    await admin('POST', '/site-runners', { name, siteId, roles: ['wake', 'dns'] }),
  );
const runnerOf = async (id: string): Promise<SiteRunner | undefined> =>
  v.parse(v.array(siteRunnerSchema), await admin('GET', '/site-runners')).find((each) => each.id === id);
const isConnected = async (id: string) => {
  const runner = await runnerOf(id);
  return runner?.connectedAt !== null && runner?.endedAt === null;
};

let files = 0;
async function tokenFile(secret: string): Promise<string> {
  const file = join(bundle.folder, `token-${files++}`);
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return file;
}
/** On a free port, with a hostname and data of its own; wake packets go to `lan`. */
function start(args: readonly string[], env?: Record<string, string>): StartedRunner {
  const common = [
    ...['--platform', classroom.consoleUrl, '--port', '0', '--address', '127.0.0.1'],
    ...['--hostname', 'LAB-SERVER', '--data', join(bundle.folder, 'data')],
    ...['--wake', `127.0.0.1:${lan.address().port}`],
  ];
  const started = startRunner(bundle.file, [...common, ...args], { ...(env && { env }) });
  running.push(started);
  return started;
}
const said = (runner: StartedRunner) => expect.poll(runner.said, WITHIN);

let sent = 0;
/** The first answer of a runner to this action. */
async function act(action: 'ping' | 'dnslookup' | 'wol', parameters: object = {}): Promise<Reply> {
  const id = `a-${sent++}`;
  await tutor.publishAsync(
    runnerTopic(SCOPE, tutorId, action === 'wol' ? 'wol' : 'actions'),
    JSON.stringify({ id, action, parameters, timeSent: Date.now() }),
    {
      qos: 1,
      properties: {
        messageExpiryInterval: 60,
        responseTopic: backchannel(SCOPE, tutorId),
        correlationData: Buffer.from(id),
      },
    },
  );
  await expect.poll(() => replies.some((reply) => reply.id === id), WITHIN).toBe(true);
  return replies.find((reply) => reply.id === id) as Reply;
}

/** What a console's page gets of the runner, by its address. */
function lookUp(url: string, ca: string, origin = classroom.consoleUrl) {
  const { port } = new URL(url);
  const about = { host: '127.0.0.1', port, path: '/dnslookup', ca, servername: '', headers: { origin } };
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const asked = request(about, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    asked.on('error', reject).end();
  });
}

it('is connected, says its version and its name over HTTPS, and wakes', { timeout: LONG_MS }, async () => {
  const { runnerId, secret } = await setUp('Lab server');
  expect(await runnerOf(runnerId)).toMatchObject({ version: null, connectedAt: null });
  const runner = start(['--token-file', await tokenFile(secret)]);
  await said(runner).toContain('Connected to site riverside');
  await expect.poll(() => isConnected(runnerId), WITHIN).toBe(true);
  expect(await runnerOf(runnerId)).toMatchObject({ version: RUNNER_VERSION, hostname: 'LAB-SERVER' });

  const { url = '', hostname } = v.parse(
    v.object({ url: v.string(), hostname: v.string() }),
    await act('dnslookup'),
  );
  expect(hostname).toBe('LAB-SERVER');
  expect(new URL(url).protocol).toBe('https:');
  const authority = await readFile(join(bundle.folder, 'data/runner-authority.crt'), 'utf8');
  expect(await lookUp(url, authority)).toEqual({ status: 200, text: 'LAB-SERVER' });
  expect((await lookUp(url, authority, 'https://elsewhere.example')).status).toBe(403);

  expect(await act('wol', { deviceIds: [DEVICE] })).toMatchObject({ ok: true, woken: [DEVICE] });
  const hex = MAC.replaceAll(':', '');
  await expect.poll(() => packets, WITHIN).toContain('f'.repeat(12) + hex.repeat(16));

  const commandLine = await readFile(`/proc/${runner.pid}/cmdline`, 'utf8');
  expect(commandLine).not.toContain(secret);
  expect(await runner.stop()).toBe(0);
  await expect.poll(() => isConnected(runnerId), WITHIN).toBe(false);
  expect(runner.said()).not.toContain(secret);
});

it('comes back when the platform was away', { timeout: LONG_MS }, async () => {
  const { runnerId, secret } = await setUp('Comes back');
  const runner = start([], { LECTERN_RUNNER_TOKEN: secret });
  await said(runner).toContain('Connected to site riverside');
  await classroom.restartPlatform();
  await expect.poll(() => runner.said().split('Connected to site riverside').length, WITHIN).toBe(3);
  await expect.poll(() => isConnected(runnerId), WITHIN).toBe(true);
});

it('waits where the platform is not there yet, and says why', { timeout: LONG_MS }, async () => {
  const { secret } = await setUp('Early');
  await classroom.stopPlatform();
  const runner = start(['--token-file', await tokenFile(secret)]);
  await said(runner).toContain('Not connected: no answer from');
  await classroom.restartPlatform();
  await said(runner).toContain('Connected to site riverside');
});

it('takes a new token from its file, and is out with the old one at once', { timeout: LONG_MS }, async () => {
  const { runnerId, secret } = await setUp('Rotated');
  const file = await tokenFile(secret);
  const runner = start(['--token-file', file]);
  await said(runner).toContain('Connected to site riverside');
  const rotated = await admin('POST', `/site-runners/${runnerId}/tokens/rotate`, {});
  await said(runner).toContain('Not connected: This secret belongs to no site runner');
  await expect.poll(() => isConnected(runnerId), WITHIN).toBe(false);
  await writeFile(file, v.parse(newRunnerTokenSchema, rotated).secret);
  await expect.poll(() => isConnected(runnerId), WITHIN).toBe(true);
});

it('is out at once when it was deleted, and its token opens nothing', { timeout: LONG_MS }, async () => {
  const { runnerId, secret } = await setUp('Deleted');
  const runner = start(['--token-file', await tokenFile(secret)]);
  await said(runner).toContain('Connected to site riverside');
  const connections = () =>
    classroom.platform.broker.connections().filter(({ kind, sub }) => kind === 'runner' && sub === runnerId);
  expect(connections()).toHaveLength(1);
  await admin('DELETE', `/site-runners/${runnerId}`);
  await expect.poll(connections, { timeout: 5_000 }).toHaveLength(0);
  await said(runner).toContain('Not connected: This secret belongs to no site runner');
});

it('goes where it was moved to, with the token that it has', { timeout: LONG_MS }, async () => {
  const { runnerId, secret } = await setUp('Moves');
  const runner = start(['--token-file', await tokenFile(secret)]);
  await said(runner).toContain('Connected to site riverside');
  await admin('PUT', `/site-runners/${runnerId}`, { name: 'Moves', siteId: 'hillcrest', roles: ['wake'] });
  await said(runner).toContain('Connected to site hillcrest');
});

it('wakes also where it cannot say its name, and opens its port when that is free', {
  timeout: LONG_MS,
}, async () => {
  const { secret } = await setUp('No port');
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const runner = start(['--token-file', await tokenFile(secret), '--port', String(port)]);
  await said(runner).toContain(`No name server: another program has port ${port}`);
  await said(runner).toContain('Connected to site riverside');
  // It says so before it has subscribed.
  const listening = () =>
    classroom.platform.broker
      .connections()
      .filter(({ kind, filters }) => kind === 'runner' && filters.length > 0);
  await expect.poll(() => listening().length, WITHIN).toBe(1);
  expect(await act('wol', { deviceIds: [DEVICE] })).toMatchObject({ ok: true });
  await new Promise<void>((resolve) => other.close(() => resolve()));
});

it('is installed with one command, its token for root alone', { timeout: LONG_MS }, async () => {
  const { secret } = await setUp('Installed');
  const root = join(bundle.folder, 'root');
  await mkdir(root);
  const args = ['install', '--platform', classroom.consoleUrl, '--root', root];
  const wrong = startRunner(bundle.file, args, { input: 'no-token\n' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.said()).toContain('The platform knows no site runner with this token');
  const installed = startRunner(bundle.file, [...args, '--port', '8443'], { input: `${secret}\n` });
  expect(await installed.ended, installed.said()).toBe(0);
  expect(installed.said()).not.toContain(secret);
  const token = join(root, 'etc/lectern-runner/token');
  expect((await stat(token)).mode & 0o777).toBe(0o600);
  expect((await readFile(token, 'utf8')).trim()).toBe(secret);
  const unit = await readFile(join(root, 'etc/systemd/system/lectern-runner.service'), 'utf8');
  expect(unit).toContain(
    `ExecStart=${process.execPath} /opt/lectern-runner/lectern-runner.mjs run --platform ${classroom.consoleUrl} --tenant demo --port 8443`,
  );
  expect(unit).not.toContain(secret);
  const program = join(root, 'opt/lectern-runner/lectern-runner.mjs');
  const same = startRunner(program, ['--version']);
  expect(await same.ended).toBe(0);
  expect(same.said().trim()).toBe(RUNNER_VERSION);
});

it('says what is wrong, and ends', { timeout: LONG_MS }, async () => {
  const platform = ['--platform', classroom.consoleUrl];
  const empty = await tokenFile('');
  for (const [args, code, text] of [
    [[], 2, '--platform is missing'],
    [[...platform, '--token', 'secret'], 2, "Unknown option '--token'"],
    [platform, 1, 'There is no token'],
    [[...platform, '--token-file', '/none'], 1, 'The token file /none cannot be read (ENOENT)'],
    [[...platform, '--token-file', empty], 1, 'is empty'],
    [['--help'], 0, '--token-file FILE'],
  ] as const) {
    const runner = startRunner(bundle.file, args);
    expect([await runner.ended, runner.said()]).toEqual([code, expect.stringContaining(text)]);
  }
});

it('warns where others can read its token', { timeout: LONG_MS }, async () => {
  const { secret } = await setUp('Readable');
  const file = await tokenFile(secret);
  await chmod(file, 0o644);
  await said(start(['--token-file', file])).toContain('Everybody on this machine can read the token file');
});
