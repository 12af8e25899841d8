/** docs/examples/agent.py, as people start it: a device like any other in front of a tutor. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { connectAsync, type IPublishPacket, type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replySchema } from '#protocol/action.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { infoSchema, statusesSchema, thumbnailPropertiesSchema } from '#protocol/feedback.ts';
import { backchannel, groupFeedback, groupFeedbackFilter, lastWillFilter } from '#protocol/topics.ts';
import { readClassFile } from '../../agent/simulated/class-file.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { ensurePythonWithPaho } from '../support/run/python.ts';
import { consoleSession } from '../support/tutors/platform-session.ts';

const SCRIPT = fileURLToPath(new URL('../../docs/examples/agent.py', import.meta.url));
const scope = { tenant: 'demo', site: 'riverside' };
/** Every device of the demo is in it. */
const GROUP_NAME = 'All devices';

type Heard = { topic: string; payload: Buffer; packet: IPublishPacket };

let platform: Platform;
let agent: ChildProcess;
let tutor: MqttClient;
let tutorId: string;
let groupId: string;
let remove: () => Promise<void>;
const heard: Heard[] = [];
let said = '';

beforeAll(async () => {
  const python = await ensurePythonWithPaho();
  const folder = await takeDataFolder();
  remove = folder.remove;
  platform = await createPlatform(testOptions({ dataDir: folder.dataDir, students: 1 }));
  const { secret } = await readClassFile(join(folder.dataDir, 'demo-class.json'));
  const session = await consoleSession(platform, 'maintainer@demo.example');
  const claims = readClaims(session.accessToken);
  if (!claims) throw new Error('no claims');
  tutorId = claims.sub;
  const group = await platform.store.db
    .selectFrom('groups')
    .select('id')
    .where('name', '=', GROUP_NAME)
    .where('site_id', '=', scope.site)
    .executeTakeFirstOrThrow();
  groupId = group.id;
  tutor = await connectAsync(`ws://127.0.0.1:${platform.port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, 'test'),
    username: session.accessToken,
    password: session.accessToken,
  });
  tutor.on('message', (topic, payload, packet) => heard.push({ topic, payload, packet }));
  await tutor.subscribeAsync(
    [groupFeedbackFilter(scope, groupId), `${backchannel(scope, tutorId)}/#`, lastWillFilter(scope)],
    { qos: 1 },
  );
  const canvas = createCanvas(320, 180);
  const picture = join(folder.dataDir, 'screen.jpg');
  await writeFile(picture, canvas.toBuffer('image/jpeg', 50));
  const at = `127.0.0.1:${platform.port}`;
  agent = spawn(python, [
    SCRIPT,
    ...['--auth', `http://${at}/auth`, '--mqtt', `ws://${at}/mqtt/`, '--tenant', 'demo'],
    ...['--secret', secret, '--name', 'Ben Ode', '--hostname', 'PY-1'],
    ...['--screenshot', `cat ${picture}`, '--state', join(folder.dataDir, 'agent.json')],
  ]);
  agent.stdout?.on('data', (text) => {
    said += text;
  });
  agent.stderr?.on('data', (text) => {
    said += text;
  });
}, 240_000);

afterAll(async () => {
  agent?.kill('SIGKILL');
  await tutor?.endAsync();
  await platform?.close();
  await remove?.();
});

/** The newest message of that kind, as soon as there is one. */
async function next(kind: string, from = 0): Promise<Heard> {
  const found = () => heard.slice(from).find(({ topic }) => topic.endsWith(`/${kind}`));
  await expect.poll(found, { timeout: 15_000, message: `${kind}; the agent says: ${said}` }).toBeDefined();
  return found() as Heard;
}

const demand = (type: string, rest: object = {}) =>
  tutor.publishAsync(
    `${scope.tenant}/${scope.site}/tutors/${tutorId}/v1/groups/${groupId}/demands`,
    JSON.stringify({ 'demand-type': type, frequency: 0, TTL: 600_000, source: 'test', ...rest }),
    { qos: 1, properties: { responseTopic: groupFeedback(scope, groupId) } },
  );

const act = (id: string, action: string, parameters: object) =>
  tutor.publishAsync(
    `${scope.tenant}/${scope.site}/tutors/${tutorId}/v1/groups/${groupId}/actions`,
    JSON.stringify({ id, action, parameters, timeSent: Date.now() }),
    {
      qos: 1,
      properties: {
        responseTopic: backchannel(scope, tutorId),
        correlationData: Buffer.from(id),
        messageExpiryInterval: 60,
      },
    },
  );

describe('the example agent', () => {
  it('is no longer than 170 lines', async () => {
    const lines = (await readFile(SCRIPT, 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(170);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(130);
  });

  it('logs in, connects, and says hello in its groups', async () => {
    expect(JSON.parse((await next('hello')).payload.toString())).toMatchObject({ authType: 'session' });
  });

  it('answers demands, and renewed ones at once as well', async () => {
    for (const type of ['info', 'statuses']) await demand(type);
    const info = v.parse(infoSchema, JSON.parse((await next('info')).payload.toString()));
    expect(info.device.hostname).toBe('PY-1');
    v.parse(statusesSchema, JSON.parse((await next('statuses')).payload.toString()));
    const from = heard.length;
    await demand('info');
    await next('info', from);
  });

  it('sends pictures that a console takes', async () => {
    await demand('thumbnails', { frequency: 1_000, 'demand-parameters': { quality: 10 } });
    const { payload, packet } = await next('thumbnail');
    expect([...payload.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(v.safeParse(thumbnailPropertiesSchema, packet.properties?.userProperties).success).toBe(true);
    await next('thumbnail', heard.length);
  });

  it('does an action once, and answers every copy; what it does not do it says', async () => {
    await act('n-1', 'notification', { title: 'Hello', message: 'From the tutor' });
    const reply = await next('reply');
    expect(v.parse(replySchema, JSON.parse(reply.payload.toString()))).toMatchObject({ id: 'n-1', ok: true });
    expect(reply.packet.properties?.correlationData?.toString()).toBe('n-1');
    let from = heard.length;
    await act('n-1', 'notification', { title: 'Hello', message: 'From the tutor' });
    await next('reply', from);
    expect(said.split('From the tutor')).toHaveLength(2);
    from = heard.length;
    await act('l-1', 'lock', {});
    const refused = JSON.parse((await next('reply', from)).payload.toString());
    expect(refused).toMatchObject({ id: 'l-1', ok: false, code: 'unsupported' });
  });

  it('leaves its last will when it is killed', async () => {
    const from = heard.length;
    const gone = once(agent, 'exit');
    agent.kill('SIGKILL');
    await gone;
    const isWill = ({ topic }: Heard) => topic.startsWith(`${scope.tenant}/${scope.site}/lastwill/session/`);
    await expect.poll(() => heard.slice(from).some(isWill), { timeout: 15_000 }).toBe(true);
  });
});
