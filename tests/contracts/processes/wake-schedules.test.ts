/** Two processes find a group due in the same minute: its site's runner is asked once, at whichever process it is connected. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifications } from '#protocol/topics.ts';
import { createSiteRunner, type SiteRunner } from '../../../agent/runner/site-runner.ts';
import type { DemoClass } from '../../../server/platform/demo-class.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import { createWakeSchedules } from '../../../server/store/wake/wake-schedules.ts';
import { createAskRunners } from '../../../server/wake/ask-runners.ts';
import { createWakeScheduler } from '../../../server/wake/wake-scheduler.ts';
import { ask } from '../../support/tutors/platform-session.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

const LONG_MS = 90_000;
const MINUTE_MS = 60_000;
const scope = { tenant: 'demo', site: 'riverside' };
const GROUP = 'Exam Laptops';
/** Of these, the first one alone has a known network address. */
const MEMBERS = ['r-d-00001', 'r-d-00002'];
const MACHINE = '02:07:00:00:00:01';
/** When no other schedule is due, by the clock on the wall of the platform. */
const SUNDAY_NIGHT = new Date(2100, 0, 3, 3, 33, 3).getTime();
const PERIODS = [
  { day: 0, time: '03:33' },
  { day: 0, time: '03:34' },
];

let two: TwoProcesses;
let runner: SiteRunner;
let tutor: { client: MqttClient; token: string };
/** Network addresses to which the runner has sent wake packets, in order. */
const woken: string[][] = [];
/** Devices that the consoles are told of. */
const told: string[] = [];

beforeAll(async () => {
  two = await startTwoProcesses();
  const [first, second] = two.platforms;
  // The platform wakes groups of the demo by the clock on the wall.
  await first.store.db.updateTable('groups').set({ wol: null }).execute();
  const demo = JSON.parse(await readFile(join(two.options.dataDir, 'demo-class.json'), 'utf8')) as DemoClass;
  runner = createSiteRunner({
    platform: `http://127.0.0.1:${second.port}`,
    tenant: scope.tenant,
    secret: () => demo.runner?.secret ?? '',
    hostname: 'server-01',
    async wake(macAddresses) {
      woken.push([...macAddresses]);
      return true;
    },
  });
  runner.start();
  await runner.ready;

  tutor = await two.tutorAt(first, 'maintainer@demo.example');
  tutor.client.on('message', (_topic, payload) => {
    const { resource, id } = JSON.parse(String(payload)) as { resource: string; id?: string };
    if (resource === 'devices') told.push(id ?? 'all');
  });
  await tutor.client.subscribeAsync(notifications(scope), { qos: 1 });
  const group = await first.store.db
    .selectFrom('groups')
    .select('id')
    .where('tenant', '=', scope.tenant)
    .where('name', '=', GROUP)
    .executeTakeFirstOrThrow();
  await put(first, `/groups/${group.id}/members`, { members: MEMBERS });
  await put(second, `/groups/${group.id}`, {
    definitionName: 'deviceGroup',
    name: GROUP,
    wol: { enabled: true, periods: PERIODS },
  });
}, LONG_MS);
afterAll(async () => {
  await runner?.stop();
  await two?.close();
}, LONG_MS);

async function put(platform: Platform, path: string, body: object): Promise<void> {
  const { status, body: answer } = await ask(`${platform.origin('demo')}/v1${path}`, {
    method: 'PUT',
    headers: {
      'tenant-key': 'demo',
      'content-type': 'application/json',
      authorization: `Bearer ${tutor.token}`,
    },
    body: JSON.stringify(body),
  });
  expect(status, answer).toBe(200);
}

/** What a process does at the beginning of a minute. */
function lookAt(platform: Platform, at: number): Promise<void> {
  return createWakeScheduler({
    schedules: createWakeSchedules(platform.store.db),
    wake: createAskRunners(platform.broker, () => at),
    clock: () => at,
    failed: (error) => expect.unreachable(String(error)),
  }).check();
}

it('a group is woken once a minute, and consoles at the other process are told of its devices', {
  timeout: LONG_MS,
}, async () => {
  const [first, second] = two.platforms;
  await Promise.all([lookAt(first, SUNDAY_NIGHT), lookAt(second, SUNDAY_NIGHT)]);
  await expect.poll(() => woken).toEqual([[MACHINE]]);
  await expect.poll(() => told).toEqual(['r-d-00001']);

  // What a process would ask a second time for the minute before would come before this.
  const next = SUNDAY_NIGHT + MINUTE_MS;
  await Promise.all([lookAt(second, next), lookAt(first, next)]);
  await expect.poll(() => told).toEqual(['r-d-00001', 'r-d-00001']);
  expect(woken).toEqual([[MACHINE], [MACHINE]]);
});
