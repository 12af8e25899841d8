/** A process of two behind HAProxy is stopped: its clients are told and go to the other one, and nothing is lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { targetTopic } from '#protocol/topics.ts';
import type { SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { idOfGroup } from '../../support/classroom/directory.ts';
import { type BalancedProcesses, startBalancedClass } from '../../support/processes/balanced-processes.ts';
import type { PlatformProcess } from '../../support/run/platform-process.ts';
import { connectTutor } from '../../support/tutors/mqtt-session.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { makeRoom, roomNames } from '../faults/rooms-over-rest.ts';

const LONG_MS = 120_000;
const STUDENTS = 4;
const TEACHER = 'teacher@demo.example';
const SITE = 'demo/riverside';
const scope = { tenant: 'demo', site: 'riverside' };
const SERVER_SHUTTING_DOWN = 0x8b;

type Tutor = Awaited<ReturnType<typeof connectTutor>> & { told: Promise<number | undefined> };

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

async function connect(port: number, tab: string): Promise<Tutor> {
  const connected = await connectTutor(port, accessToken, tab);
  const told = new Promise<number | undefined>((resolve) => {
    connected.client.once('disconnect', ({ reasonCode }) => resolve(reasonCode));
    connected.client.once('close', () => resolve(undefined));
  });
  return { ...connected, told };
}

let actions = 0;
/** Resolves when the broker has acknowledged it. */
async function act({ client, tutorId }: Tutor, action: 'lock' | 'unlock'): Promise<void> {
  actions += 1;
  await client.publishAsync(
    targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions'),
    JSON.stringify({ id: `stopped-${actions}`, action, parameters: {}, timeSent: Date.now() }),
    { qos: 1, properties: { messageExpiryInterval: actionTtlSeconds(action) } },
  );
}

const areLocked = () => students.devices.map((device) => device.state().lock !== undefined);
const all = (isLocked: boolean) => Array.from({ length: STUDENTS }, () => isLocked);
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 30_000 });

async function devicesAt(process: PlatformProcess | undefined): Promise<number> {
  const { body } = await ask(`${process?.origin('demo')}/metrics`);
  return Number(/^lectern_broker_connections\{kind="device"\} (\d+)$/m.exec(body)?.[1]);
}

describe('two processes behind HAProxy', () => {
  it(
    'hand over: where the one that serves a site is stopped, its class is at the other',
    async () => {
      const tutor = await connect(two.port, 'before');
      await act(tutor, 'lock');
      await soon(areLocked).toEqual(all(true));
      const owner = await two.ownerOf(SITE);
      const stopped = two.processes[owner];
      const other = two.processes[1 - owner];
      if (!stopped || !other) throw new Error('no process has the site');
      const maintainer = await consoleSession(stopped, 'maintainer@demo.example');
      await makeRoom(stopped, maintainer.accessToken, 'Before the end');

      stopped.signal('SIGTERM');
      expect(await tutor.told).toBe(SERVER_SHUTTING_DOWN);
      expect(await stopped.ended).toBe(0);
      expect(stopped.said).toEqual([]);
      const again = await connect(two.port, 'after');
      expect(await two.ownerOf(SITE)).toBe(1 - owner);
      // Devices that are on their way get it when they are there.
      await act(again, 'unlock');
      await soon(areLocked).toEqual(all(false));
      await soon(() => devicesAt(other)).toBe(STUDENTS);
      expect(await roomNames(other, maintainer.accessToken)).toContain('Before the end');

      const back = await two.startAgain(owner);
      await soon(async () => (await ask(`${back.origin('demo')}/readyz`)).status).toBe(200);
    },
    LONG_MS,
  );

  it(
    'hand a site over where a load balancer leads its clients to the other process',
    async () => {
      const owner = await two.ownerOf(SITE);
      const other = two.processes[1 - owner];
      if (!other) throw new Error('no process has the site');
      const before = await connect(two.port, 'stays');
      // As by a load balancer that has forgotten where the site is.
      let moved: Tutor | undefined;
      const isIn = async () => {
        moved ??= await connect(other.port, 'moves').catch(() => undefined);
        return moved !== undefined;
      };
      await soon(isIn).toBe(true);
      if (!moved) throw new Error('not connected');
      expect(await two.ownerOf(SITE)).toBe(1 - owner);
      expect(await before.told).toBe(SERVER_SHUTTING_DOWN);
      await act(moved, 'lock');
      await soon(areLocked).toEqual(all(true));
    },
    LONG_MS,
  );
});
