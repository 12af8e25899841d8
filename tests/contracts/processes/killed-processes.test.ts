/** Two processes behind HAProxy: one ends without a word, or hangs. The class of its site goes on at the other one. */
import { randomUUID } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { targetTopic } from '#protocol/topics.ts';
import type { SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { idOfGroup } from '../../support/classroom/directory.ts';
import { type BalancedProcesses, startBalancedClass } from '../../support/processes/balanced-processes.ts';
import type { PlatformProcess } from '../../support/run/platform-process.ts';
import { connectTutor } from '../../support/tutors/mqtt-session.ts';
import { consoleSession } from '../../support/tutors/platform-session.ts';
import { makeRoom, roomNames } from '../faults/rooms-over-rest.ts';

const LONG_MS = 180_000;
/** Where a process has ended. */
const BACK_WITHIN_MS = 10_000;
/** Where it hangs, HAProxy has to wait for the answers to three checks first. */
const HANGS_WITHIN_MS = 30_000;
const STUDENTS = 4;
const TEACHER = 'teacher@demo.example';
const scope = { tenant: 'demo', site: 'riverside' };
const SITE = 'demo/riverside';

let two: BalancedProcesses;
let students: SimulatedClass;
let accessToken: string;
let groupId: string;

beforeAll(async () => {
  ({ balanced: two, students } = await startBalancedClass(2, STUDENTS));
  const [platform] = two.processes as [PlatformProcess];
  ({ accessToken } = await consoleSession(platform, TEACHER));
  groupId = await idOfGroup(platform, accessToken, '7A Mathematics');
}, LONG_MS);
afterAll(async () => {
  await students?.stop();
  await two?.close();
}, LONG_MS);

/** Until it is let in. */
async function connect(withinMs: number): Promise<{ client: MqttClient; tutorId: string }> {
  let connected: Awaited<ReturnType<typeof connectTutor>> | undefined;
  const isIn = async () => {
    connected = await connectTutor(two.port, accessToken, randomUUID().slice(0, 8)).catch(() => undefined);
    return connected !== undefined;
  };
  await expect.poll(isIn, { timeout: withinMs, interval: 200 }).toBe(true);
  if (!connected) throw new Error('not connected');
  return connected;
}

/** Resolves with the action's id when the broker has acknowledged it. */
async function act(
  { client, tutorId }: { client: MqttClient; tutorId: string },
  action: 'lock' | 'unlock',
): Promise<string> {
  const id = randomUUID();
  await client.publishAsync(
    targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions'),
    JSON.stringify({ id, action, parameters: {}, timeSent: Date.now() }),
    { qos: 1, properties: { messageExpiryInterval: actionTtlSeconds(action) } },
  );
  return id;
}

const timesDone = (id: string) =>
  students.devices.map((device) => device.actionsDone().filter((done) => done.id === id).length);
const once = Array.from({ length: STUDENTS }, () => 1);
const areLocked = () => students.devices.map((device) => device.state().lock !== undefined);
const all = (isLocked: boolean) => Array.from({ length: STUDENTS }, () => isLocked);
const online = () => students.counters().online;

describe('two processes behind HAProxy', () => {
  it(
    'go on within ten seconds where the process of a site is killed: nothing acknowledged is lost, nothing is done twice',
    async () => {
      const tutor = await connect(BACK_WITHIN_MS);
      const owner = await two.ownerOf(SITE);
      const other = two.processes[1 - owner];
      const killed = two.processes[owner];
      if (!other || !killed) throw new Error('no process has the site');
      const maintainer = await consoleSession(killed, 'maintainer@demo.example');
      await makeRoom(killed, maintainer.accessToken, 'Before the end');
      const locked = await act(tutor, 'lock');
      await expect.poll(() => timesDone(locked), { timeout: BACK_WITHIN_MS }).toEqual(once);

      killed.signal('SIGKILL');
      const at = performance.now();
      const again = await connect(BACK_WITHIN_MS);
      expect(await two.ownerOf(SITE)).toBe(1 - owner);
      await expect.poll(online, { timeout: BACK_WITHIN_MS - (performance.now() - at) }).toBe(STUDENTS);
      expect(areLocked()).toEqual(all(true));
      // Devices that have not joined their group again get it when they have.
      const unlocked = await act(again, 'unlock');
      await expect.poll(areLocked, { timeout: BACK_WITHIN_MS }).toEqual(all(false));
      expect(timesDone(locked)).toEqual(once);
      expect(Math.max(...timesDone(unlocked))).toBeLessThanOrEqual(1);
      expect(await roomNames(other, maintainer.accessToken)).toContain('Before the end');
      await two.startAgain(owner);
    },
    LONG_MS,
  );

  it(
    'go on where the process of a site hangs; when it wakes, it serves the site no more',
    async () => {
      await expect.poll(online, { timeout: HANGS_WITHIN_MS }).toBe(STUDENTS);
      const owner = await two.ownerOf(SITE);
      const hanging = two.processes[owner];
      if (!hanging) throw new Error('no process has the site');
      hanging.signal('SIGSTOP');
      try {
        await connect(HANGS_WITHIN_MS);
        expect(await two.ownerOf(SITE)).toBe(1 - owner);
        await expect.poll(online, { timeout: HANGS_WITHIN_MS }).toBe(STUDENTS);
      } finally {
        hanging.signal('SIGCONT');
      }
      const comes = connectTutor(hanging.port, accessToken, 'woken', { isNamed: false });
      await expect(comes).rejects.toThrow('Server unavailable');
      const tutor = await connect(HANGS_WITHIN_MS);
      await act(tutor, 'lock');
      await expect.poll(areLocked, { timeout: BACK_WITHIN_MS }).toEqual(all(true));
      expect(await two.ownerOf(SITE)).toBe(1 - owner);
    },
    LONG_MS,
  );
});
