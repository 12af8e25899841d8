/** Actions on the running platform: simulated devices do them, a site runner does its own, and the tutor hears it. */
import { createSocket, type Socket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Reply, replySchema } from '#protocol/action.ts';
import type { ActionInput, ActionName } from '#protocol/action-parameters.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import {
  backchannel,
  backchannelFilter,
  feedbackAddress,
  roomTopic,
  runnerTopic,
  targetTopic,
} from '#protocol/topics.ts';
import { createSiteRunner, type SiteRunner } from '../../agent/runner/site-runner.ts';
import { classFileSchema } from '../../agent/simulated/class-file.ts';
import type { SimulatedDevice } from '../../agent/simulated/simulated-device.ts';
import { groupsFor } from '../support/classroom/directory.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { consoleSession } from '../support/tutors/platform-session.ts';

const STUDENTS = 6;
const TEACHER = 'teacher@demo.example';
const scope = { tenant: 'demo', site: 'riverside' };
/** That of the school's first machine, as the platform knows it. */
const MAC = '02:07:00:00:00:01';

let classroom: RunningClassroom;
let runner: SiteRunner;
let tutor: MqttClient;
let tutorId: string;
let groupId: string;
let lan: Socket;
const packets: Buffer[] = [];
const replies: { clientId: string; reply: Reply; correlation: string }[] = [];
const pictures: { clientId: string; type: string | undefined; correlation: string; bytes: Buffer }[] = [];

beforeAll(async () => {
  classroom = await startClassroom({ students: STUDENTS });
  const session = await consoleSession(classroom.platform, TEACHER);
  const claims = readClaims(session.accessToken);
  if (!claims) throw new Error('the access token cannot be read');
  tutorId = claims.sub;
  const { permitted } = await groupsFor(classroom.platform, TEACHER);
  groupId = permitted.find(({ name }) => name === '7A Mathematics')?.id ?? '';
  tutor = await mqtt.connectAsync(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, 'contract'),
    username: session.accessToken,
    password: session.accessToken,
    reconnectPeriod: 0,
  });
  tutor.on('message', (topic, payload, { properties }) => {
    const { clientId = '', kind } = feedbackAddress(topic) ?? {};
    const correlation = properties?.correlationData?.toString() ?? '';
    if (kind === 'reply')
      replies.push({ clientId, reply: v.parse(replySchema, JSON.parse(String(payload))), correlation });
    if (kind === 'thumbnail')
      pictures.push({ clientId, type: properties?.contentType, correlation, bytes: payload });
  });
  await tutor.subscribeAsync(backchannelFilter(scope, tutorId), { qos: 1 });

  lan = createSocket('udp4');
  lan.on('message', (packet) => packets.push(packet));
  await new Promise<void>((resolve) => lan.bind(0, '127.0.0.1', resolve));
  const file = v.parse(
    classFileSchema,
    JSON.parse(await readFile(join(classroom.dataDir, 'demo-class.json'), 'utf8')),
  );
  runner = createSiteRunner({
    platform: `http://127.0.0.1:${classroom.platform.port}`,
    tenant: file.tenant,
    secret: () => file.runner?.secret ?? '',
    hostname: 'rs-server-01',
    wakeTarget: { address: '127.0.0.1', port: lan.address().port },
  });
  runner.start();
  await runner.ready;
}, 60_000);
beforeEach(() => {
  for (const list of [packets, replies, pictures]) list.length = 0;
});
afterAll(async () => {
  await tutor?.endAsync();
  await runner?.stop();
  lan?.close();
  await classroom?.close();
});

/** Other suites share the processor. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });
const students = () => classroom.simulatedClass?.devices ?? [];
/** Answers to earlier actions may still come. */
const answersTo = (id: string) => replies.filter(({ reply }) => reply.id === id);
const replyOf = (id: string, device: SimulatedDevice) =>
  answersTo(id).filter(({ clientId }) => clientId === device.clientId());

function publish(topic: string, id: string, action: ActionName, parameters: object) {
  return tutor.publishAsync(topic, JSON.stringify({ id, action, parameters, timeSent: Date.now() }), {
    qos: 1,
    properties: {
      messageExpiryInterval: 60,
      responseTopic: backchannel(scope, tutorId),
      correlationData: Buffer.from(id),
    },
  });
}
const toGroup = <Name extends ActionName>(id: string, action: Name, parameters: ActionInput<Name>) =>
  publish(targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions'), id, action, parameters);
function toDevice<Name extends ActionName>(
  device: SimulatedDevice,
  id: string,
  action: Name,
  parameters: ActionInput<Name>,
) {
  const self = device.identity();
  if (self === undefined) throw new Error(`${device.hostname} is not enrolled`);
  return publish(targetTopic(scope, tutorId, { to: 'client', ...self }, 'actions'), id, action, parameters);
}
const windowsDevice = () => {
  const found = students().find(({ state, hostname }) => hostname.startsWith('RS') && !state().lock);
  if (!found) throw new Error('there is no Windows device');
  return found;
};

describe('a class of simulated devices', () => {
  it('is locked and says so, once, however often it is told', async () => {
    const done: string[] = [];
    const undo = students().map((device) =>
      device.onActionDone(({ id }) => done.push(`${device.hostname} ${id}`)),
    );
    for (let i = 0; i < 2; i++) await toGroup('lock-1', 'lock', { content: '<p>Look here</p>' });
    await eventually(() => answersTo('lock-1').length).toBe(STUDENTS * 2);
    for (const device of students()) {
      expect(device.state().lock).toMatchObject({ name: 'message', text: 'Look here' });
      expect(replyOf('lock-1', device)).toMatchObject(
        Array(2).fill({ reply: { ok: true }, correlation: 'lock-1' }),
      );
      expect(device.actionsDone().filter(({ id }) => id === 'lock-1')).toMatchObject([
        { action: 'lock', ok: true },
      ]);
    }
    expect(done.sort()).toEqual(
      students()
        .map(({ hostname }) => `${hostname} lock-1`)
        .sort(),
    );
    for (const each of undo) each();
    await toGroup('unlock-1', 'unlock', {});
    await eventually(() => students().filter((device) => device.locked())).toEqual([]);
    expect(done).toHaveLength(STUDENTS);
  });

  it('sends its pictures within the four seconds of a snapshot', async () => {
    for (const device of students()) device.setPrivacy(device === students()[0]);
    await toGroup('snap-1', 'snapshot', { quality: 60 });
    await expect.poll(() => answersTo('snap-1').length, { timeout: 4_000 }).toBe(STUDENTS);
    expect(replyOf('snap-1', students()[0] as SimulatedDevice)).toMatchObject([
      { reply: { ok: false, code: 'privacy' } },
    ]);
    expect(new Set(pictures.map(({ clientId }) => clientId)).size).toBe(STUDENTS - 1);
    for (const { bytes, type, correlation } of pictures) {
      expect([type, correlation, bytes.subarray(0, 2).toString('hex')]).toEqual([
        'image/jpeg',
        'snap-1',
        'ffd8',
      ]);
      expect(bytes.byteLength).toBeGreaterThan(20_000);
    }
    students()[0]?.setPrivacy(false);
  });

  it('is asked, answers, and is asked no more', async () => {
    await toGroup('ask-1', 'poll', { id: 'q1', question: 'Ready?', answers: ['Yes', 'No'] });
    await eventually(() => answersTo('ask-1')).toHaveLength(STUDENTS);
    for (const device of students()) expect(device.answerPoll('A')).toBe(true);
    await eventually(() =>
      answersTo('ask-1').filter(({ reply }) => reply['feedback-type'] === 'answered'),
    ).toHaveLength(STUDENTS);
    await toGroup('finish-1', 'poll', { id: 'q1', finish: true });
    await eventually(() => students().filter((device) => device.state().poll)).toEqual([]);
  });

  it('lists the files of its Windows devices', async () => {
    await toGroup('files-1', 'retrieveFiles', { filePatterns: ['*.docx'], folderPath: '%documents%' });
    await eventually(() => answersTo('files-1')).toHaveLength(STUDENTS);
    const listed = answersTo('files-1')
      .filter(({ reply }) => reply.ok)
      .flatMap(({ reply }) => reply.files ?? []);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter(({ fileName }) => !fileName.endsWith('.docx'))).toEqual([]);
    expect(answersTo('files-1').filter(({ reply }) => reply.code === 'unsupported')).toHaveLength(
      STUDENTS / 2,
    );
  });

  it('lets a viewer in at one device only', async () => {
    await toGroup('control-1', 'remoteControl', {});
    await eventually(() => answersTo('control-1')).toHaveLength(STUDENTS);
    expect(answersTo('control-1').filter(({ reply }) => reply.ok)).toEqual([]);
    await toDevice(windowsDevice(), 'control-2', 'remoteControl', {});
    await eventually(() => answersTo('control-2')).toHaveLength(1);
    expect(answersTo('control-2')[0]?.reply).toMatchObject({
      ok: true,
      password: expect.stringMatching(/^\w{8}$/),
    });
    // Another page of the tutor takes it over; what the first one says then is for nobody.
    await toDevice(windowsDevice(), 'control-again', 'remoteControl', {});
    await eventually(() => answersTo('control-again')).toHaveLength(1);
    await toDevice(windowsDevice(), 'control-late', 'stopRemoteControl', { sessionId: 'control-2' });
    await eventually(() => answersTo('control-late')).toHaveLength(1);
    expect(windowsDevice().state().remoteControl?.sessionId).toBe('control-again');
    await toDevice(windowsDevice(), 'control-3', 'stopRemoteControl', { sessionId: 'control-again' });
    await eventually(() => windowsDevice().state().remoteControl).toBeUndefined();
  });

  it('meets in its chat room, hears what is said there, and stays out of a room of others', async () => {
    await toGroup('room-3-opened', 'openChatRoom', { roomId: 'room-3' });
    await eventually(() => answersTo('room-3-opened').filter(({ reply }) => reply.ok)).toHaveLength(STUDENTS);
    const said = { id: 'said-1', message: 'Hello, 7A!' };
    await tutor.publishAsync(roomTopic(scope, 'room-3', 'send-message'), JSON.stringify(said), { qos: 1 });
    for (const device of students())
      await eventually(() => device.state().rooms).toMatchObject([
        { roomId: 'room-3', messages: [{ name: 'Tess Teacher', message: 'Hello, 7A!' }] },
      ]);
    await toGroup('room-1-opened', 'openChatRoom', { roomId: 'room-1' });
    await eventually(() => answersTo('room-1-opened')).toHaveLength(STUDENTS);
    const inside = students().filter(({ state }) => state().rooms.some(({ roomId }) => roomId === 'room-1'));
    expect(inside).toHaveLength(1);
    expect(answersTo('room-1-opened').filter(({ reply }) => reply.code === 'refused')).toHaveLength(
      STUDENTS - 1,
    );
    for (const device of students()) expect(device.leaveRoom('room-3')).toBe(true);
  });

  it('leaves properly for a restart, and comes back', async () => {
    const device = windowsDevice();
    const last = device.identity();
    await toDevice(device, 'alias-1', 'setAlias', { alias: 'Window seat' });
    await toDevice(device, 'power-1', 'powerAction', { action: 'reboot' });
    await eventually(() => device.online()).toBe(false);
    await eventually(() => answersTo('power-1').map(({ reply }) => reply.outcome)).toEqual([
      'scheduled',
      'done',
    ]);
    await expect.poll(() => device.online(), { timeout: 20_000 }).toBe(true);
    expect([device.identity(), device.alias()]).toEqual([last, 'Window seat']);
  }, 30_000);
});

describe('a site runner', () => {
  const replyTo = async (id: string) => {
    await eventually(() => replies.find(({ reply }) => reply.id === id)).toBeDefined();
    return replies.find(({ reply }) => reply.id === id);
  };

  it('answers on the backchannel of the tutor who asks', async () => {
    await publish(runnerTopic(scope, tutorId, 'actions'), 'dns-1', 'dnslookup', {});
    expect(await replyTo('dns-1')).toMatchObject({
      clientId: 'runner-runner-riverside',
      correlation: 'dns-1',
      reply: { ok: true, hostname: 'rs-server-01' },
    });
    await publish(runnerTopic(scope, tutorId, 'actions'), 'ping-1', 'ping', {});
    expect(await replyTo('ping-1')).toMatchObject({ reply: { ok: true, at: expect.any(Number) } });
  });

  it('wakes the machines whose addresses the platform knows', async () => {
    const wol = runnerTopic(scope, tutorId, 'wol');
    await publish(wol, 'wake-1', 'wol', { deviceIds: ['r-d-00001'] });
    expect(await replyTo('wake-1')).toMatchObject({ reply: { ok: true, woken: ['r-d-00001'] } });
    await eventually(() => packets.map((packet) => packet.toString('hex'))).toEqual([
      'ff'.repeat(6) + MAC.replaceAll(':', '').repeat(16),
    ]);
    await publish(wol, 'wake-2', 'wol', { deviceIds: ['r-d-00001', 'r-d-00002'] });
    expect(await replyTo('wake-2')).toMatchObject({
      reply: { ok: false, code: 'unknown-device', woken: ['r-d-00001'], unknown: ['r-d-00002'] },
    });
    packets.length = 0;
    await publish(wol, 'wake-3', 'wol', { groupId });
    const { reply } = (await replyTo('wake-3')) ?? {};
    expect(reply).toMatchObject({ ok: true, woken: expect.arrayContaining(['r-d-00001', 'r-d-00003']) });
    await eventually(() => packets.length).toBe(reply?.woken?.length);
  });
});
