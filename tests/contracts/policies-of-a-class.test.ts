/** Policies on the running platform: written and applied over REST, done by simulated devices, reported, lifted. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceState } from '../../agent/core/device-state.ts';
import type { SimulatedDevice } from '../../agent/simulated/simulated-device.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';

const ICON = { base: '', color: '#b3261e', icon: 'mdi-lock' };
const SCHOOL = { addresses: ['10.20.1.7'], ssid: 'School' };

type Alert = { policyId: string; effectType: string; mediaImages: readonly string[] };
type Part = { definition: string; parameters?: Record<string, unknown> };

let classroom: RunningClassroom;
let windows: SimulatedDevice;
let secondWindows: SimulatedDevice;
let chrome: SimulatedDevice;
let token: string;
let ownerId: string;
let made = 0;

beforeAll(async () => {
  classroom = await startClassroom({ students: 12 });
  const devices = classroom.simulatedClass?.devices ?? [];
  const isFree = (device: SimulatedDevice) => !device.locked() && !device.muted();
  const found = (prefix: string) =>
    devices.filter((each) => each.hostname.startsWith(prefix) && isFree(each));
  const [[one, neighbour], [other]] = [found('RS-'), found('CB-')];
  if (!one || !neighbour || !other)
    throw new Error(`no such devices: ${devices.map(({ hostname }) => hostname).join(' ')}`);
  [windows, secondWindows, chrome] = [one, neighbour, other];
  token = (await consoleSession(classroom.platform, 'admin@demo.example')).accessToken;
  ownerId = String((JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string }).sub);
}, 60_000);
afterEach(async () => {
  await Promise.all([windows, secondWindows, chrome].map((device) => put(device, [])));
  windows.moveTo(SCHOOL);
});
afterAll(async () => classroom?.close());

/** Other suites share the processor. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await ask(`${classroom.consoleUrl}/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'tenant-key': 'demo',
      authorization: `Bearer ${token}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status, answer.body).toBeLessThan(300);
  return answer.body === '' ? undefined : JSON.parse(answer.body);
}

async function policy(effects: readonly Part[], conditions: readonly Part[] = []): Promise<string> {
  made += 1;
  const body = {
    name: `Contract ${made}`,
    meta: { icon: ICON },
    definition: { effects, conditions },
    global: true,
    ownerId,
  };
  return ((await call('POST', '/policies', body)) as { id: string }).id;
}

const put = (device: SimulatedDevice, policyIds: readonly string[]) =>
  call('PUT', `/devices/${device.identity()?.deviceId}/policies`, {
    policies: policyIds.map((policyId) => ({ policyId })),
  });
const apply = async (device: SimulatedDevice, effects: readonly Part[], conditions: readonly Part[] = []) => {
  const id = await policy(effects, conditions);
  await put(device, [id]);
  return id;
};

const launch = (parameters: object): Part => ({
  definition: 'LaunchActionDefinition',
  parameters: { repeatIn: 60, ...parameters },
});
const has = (device: SimulatedDevice) => (wanted: object) => eventually(device.state).toMatchObject(wanted);

describe('a policy that is applied to a device', () => {
  const STATES: readonly (readonly [Part, Partial<DeviceState['policies']>])[] = [
    [{ definition: 'MuteDefinition' }, { muted: true }],
    [{ definition: 'BlockSleepDefinition' }, { sleepBlocked: true }],
    [{ definition: 'BlockKeypressDefinition' }, { keysBlocked: true }],
    [{ definition: 'EnablePrivacyDefinition' }, { privacy: true }],
    [{ definition: 'ScreenCaptureDefinition' }, { captured: true }],
    [
      { definition: 'LockScreenDefinition', parameters: { url: 'https://exam.example/' } },
      { lock: { name: 'address', url: 'https://exam.example/' } },
    ],
  ];
  it.each(STATES)('acts there until it is lifted: %j', async (effect, held) => {
    const id = await apply(windows, [effect]);
    await has(windows)({ policies: { active: expect.arrayContaining([id]), ...held } });
    await put(windows, []);
    await eventually(() => windows.state().policies.active).not.toContain(id);
  });

  it('launches a page and a program, and closes those that it blocks', async () => {
    await apply(windows, [launch({ url: 'https://lessons.example/today' })]);
    const pages = () => windows.tabs().map(({ url }) => url);
    await eventually(pages).toContain('https://lessons.example/today');
    await apply(windows, [
      { definition: 'BlockWebsitesDefinition', parameters: { urls: ['lessons.example'] } },
      launch({ selectedLaunch: 'command', command: 'calc.exe' }),
    ]);
    await eventually(pages).not.toContain('https://lessons.example/today');
    const programs = () => windows.applications().map(({ processName }) => processName);
    await eventually(() => windows.applications().length).toBeGreaterThan(0);
    await apply(windows, [
      { definition: 'BlockAppDefinition', parameters: { accessMode: 'WhiteList', rules: ['browser.exe'] } },
    ]);
    await eventually(() => programs().filter((name) => name !== 'browser.exe')).toEqual([]);
  });

  it('leaves no page where all web is blocked', async () => {
    await apply(chrome, [{ definition: 'BlockAllWebsitesDefinition' }]);
    await eventually(() => chrome.tabs().filter(({ url }) => url.startsWith('http'))).toEqual([]);
  });

  it('counts down to a power action, and calls it off when it is lifted', async () => {
    await apply(windows, [
      {
        definition: 'PowerActionsDefinition',
        parameters: { action: 'shutdown', countdown: 300, message: 'The school closes.' },
      },
    ]);
    await has(windows)({ power: { action: 'shutdown', message: 'The school closes.' } });
    await put(windows, []);
    await eventually(() => windows.state().power).toBeUndefined();
  });

  it('names what a device cannot do', async () => {
    await apply(chrome, [{ definition: 'BlockKeypressDefinition' }, { definition: 'MuteDefinition' }]);
    await has(chrome)({
      policies: { muted: true, impossible: expect.arrayContaining(['BlockKeypressDefinition']) },
    });
  });
});

describe('a condition', () => {
  const mute: Part = { definition: 'MuteDefinition' };
  const ELSEWHERE = { addresses: ['2001:db8::7'], ssid: 'Café' };

  it.each<[string, Part]>([
    ['a network', { definition: 'SubnetConditionDefinition', parameters: { subnets: ['2001:db8::/32'] } }],
    ['a wireless network', { definition: 'SsidConditionDefinition', parameters: { ssidNames: ['Caf*'] } }],
  ])('of %s begins and ends a policy while the device is on its way', async (_, condition) => {
    await apply(windows, [mute], [condition]);
    windows.moveTo(ELSEWHERE);
    await has(windows)({ policies: { muted: true } });
    windows.moveTo(SCHOOL);
    await has(windows)({ policies: { muted: false } });
  });

  it('of a schedule holds at the time of its periods and at no other', async () => {
    const day = new Date().getDay();
    const schedule = (of: number): Part => ({
      definition: 'ScheduleConditionDefinition',
      parameters: {
        periods: [0, 1].map((i) => ({ day: (of + i) % 7, startTime: '00:00', endTime: '23:59' })),
      },
    });
    await apply(windows, [mute], [schedule(day)]);
    await has(windows)({ policies: { muted: true } });
    await apply(windows, [mute], [schedule(day + 3)]);
    await has(windows)({ policies: { muted: false } });
  });
});

it('what a policy reports is an alert with its picture', async () => {
  const alerts = async (device: SimulatedDevice, id: string) => {
    const all = (await call('GET', `/userlogs?clientId=${device.clientId()}&limit=100`)) as Alert[];
    return all
      .filter(({ policyId }) => policyId === id)
      .map(({ effectType, mediaImages }) => [effectType, mediaImages.length]);
  };
  // Students open what they like: a policy sees to it that this page is open. A device sends one picture in ten
  // seconds at most, so that each of the two has one to send.
  const host = 'homework.example';
  const opened = await policy([launch({ url: `https://${host}/` })]);
  for (const device of [windows, secondWindows]) {
    await put(device, [opened]);
    await eventually(() => device.tabs().map(({ title }) => title)).toContain(host);
  }
  const captured = await policy([{ definition: 'ScreenCaptureDefinition' }]);
  const monitored = await policy([
    { definition: 'KeywordMonitoringDefinition', parameters: { keywords: ['homework'], report: true } },
  ]);
  await put(windows, [captured, monitored]);
  const parameters = { urls: [host], report: true, attachScreenshot: true };
  const blocked = await apply(secondWindows, [{ definition: 'BlockWebsitesDefinition', parameters }]);
  const soon = { timeout: 10_000 };
  await expect
    .poll(() => alerts(windows, monitored), soon)
    .toContainEqual(['KeywordMonitoringDefinition', 0]);
  // It waits for those ten seconds where a picture was sent just before.
  await expect
    .poll(() => alerts(windows, captured), { timeout: 20_000 })
    .toEqual([['ScreenCaptureDefinition', 1]]);
  await expect.poll(() => alerts(secondWindows, blocked), soon).toEqual([['BlockWebsitesDefinition', 1]]);
}, 40_000);
