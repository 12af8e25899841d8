/** What policies begin on a device, and what ends it: launches, power actions, pictures, and a restart. */
import { describe, expect, it } from 'vitest';
import { createFixture } from '../fakes/device-fixture.ts';
import { effect, GAME, online } from '../fakes/policy-fixture.ts';
import { createPolicyMemory } from './policy-memory.ts';

const page = effect('LaunchActionDefinition', { url: 'https://lesson.example/', repeatIn: 60 });
const off = effect('PowerActionsDefinition', {
  action: 'shutdown',
  countdown: 30,
  repeatIn: 120,
  allowToAbort: true,
  message: 'The school closes.',
});
/** Holds as long as the machine of the fixture is in its first network. */
const atSchool = [{ definition: 'SubnetConditionDefinition', parameters: { subnets: ['10.20.0.0/16'] } }];
const ELSEWHERE = { addresses: ['192.168.0.2'] };

describe('a policy that launches something', () => {
  it('does so when it begins to act, and as often as it says, until it ends', async () => {
    const { policies, shown, clock } = await online();
    await policies(page);
    expect(shown.launched).toEqual([{ url: 'https://lesson.example/' }]);
    await clock.advance(120_000);
    expect(shown.launched).toHaveLength(3);
    await policies();
    await clock.advance(600_000);
    expect(shown.launched).toHaveLength(3);
  });

  it('does not begin anew when the platform says it once more, or another policy comes', async () => {
    const { policies, shown } = await online();
    await policies(page);
    await policies(page, effect('MuteDefinition'));
    expect(shown.launched).toHaveLength(1);
  });

  it('runs a command where that is chosen, and the same of two policies once', async () => {
    const { policies, shown } = await online();
    const run = { selectedLaunch: 'command', command: 'calc.exe', args: '/s', url: 'https://a.example/' };
    await policies(effect('LaunchActionDefinition', run), effect('LaunchActionDefinition', run));
    expect(shown.launched).toEqual([{ command: 'calc.exe', args: '/s' }]);
  });

  it('begins again each time that its condition becomes true', async () => {
    const { policies, shown, machine, clock } = await online();
    const there = machine.at;
    await policies({ ...page, conditions: atSchool });
    machine.at = ELSEWHERE;
    await clock.advance(5_000);
    await clock.advance(300_000);
    expect(shown.launched).toHaveLength(1);
    machine.at = there;
    await clock.advance(5_000);
    expect(shown.launched).toHaveLength(2);
  });

  it('opens no page that a policy blocks', async () => {
    const { policies, shown } = await online();
    await policies(page, effect('BlockWebsitesDefinition', { urls: ['lesson.example'] }));
    expect(shown.launched).toEqual([]);
  });
});

describe('a policy with a power action', () => {
  it('counts down, and happens once as long as it acts', async () => {
    const { policies, device, machine, clock } = await online();
    await policies(off);
    expect(device.state().power).toMatchObject({ action: 'shutdown', message: 'The school closes.' });
    await clock.advance(30_000);
    expect(machine.powered).toEqual(['shutdown']);
    await policies(off, effect('MuteDefinition'));
    await clock.advance(600_000);
    expect(machine.powered).toEqual(['shutdown']);
  });

  it('is tried again by the next start of a device whose machine has refused it', async () => {
    const policyMemory = createPolicyMemory();
    const first = await online({ policyMemory });
    first.machine.answers = { ok: false, code: 'refused' };
    await first.policies(off);
    await first.clock.advance(30_000);
    await first.device.stop();
    const second = await online({ policyMemory });
    await second.clock.advance(30_000);
    expect([first.machine.powered, second.machine.powered]).toEqual([['shutdown'], ['shutdown']]);
  });

  it('is put off where it allows that, and comes again', async () => {
    const { policies, device, machine, clock } = await online();
    await policies(off);
    expect(device.abortPower()).toBe(true);
    expect(device.state().power).toBeUndefined();
    await clock.advance(120_000);
    expect(device.state().power).toMatchObject({ action: 'shutdown' });
    await clock.advance(30_000);
    expect(machine.powered).toEqual(['shutdown']);
  });

  it('is called off when it does not act any more', async () => {
    const { policies, device, machine, clock } = await online();
    await policies({ ...off, conditions: atSchool });
    machine.at = ELSEWHERE;
    await clock.advance(5_000);
    expect(device.state().power).toBeUndefined();
    await clock.advance(600_000);
    expect(machine.powered).toEqual([]);
  });

  it('waits while a tutor’s counts down, and goes on when that is put off', async () => {
    const { policies, act, device } = await online();
    await policies(off);
    await act('powerAction', { action: 'reboot', countdown: 10, allowToAbort: true });
    await policies(off, effect('MuteDefinition'));
    expect(device.state().power?.action).toBe('reboot');
    device.abortPower();
    expect(device.state().power?.action).toBe('shutdown');
  });

  it('does not send the machine away again when it comes back meanwhile', async () => {
    const policyMemory = createPolicyMemory();
    const before = await online({ policyMemory });
    await before.policies(off);
    await before.clock.advance(30_000);
    await before.device.stop();
    const after = await online({ policyMemory });
    await after.policies(off);
    expect(after.device.state().power).toBeUndefined();
    // It has ended meanwhile: the next time is another one.
    await after.policies();
    await after.policies(off);
    expect(after.device.state().power).toMatchObject({ action: 'shutdown' });
  });

  it('does not send the machine away again where it finds its network only after the start', async () => {
    const policyMemory = createPolicyMemory();
    const atSchoolOnly = { ...off, conditions: atSchool };
    const before = await online({ policyMemory });
    await before.policies(atSchoolOnly);
    await before.clock.advance(30_000);
    expect(before.machine.powered).toEqual(['shutdown']);
    await before.device.stop();
    const after = createFixture({ policyMemory });
    const school = after.machine.at;
    after.machine.at = { addresses: [] };
    await after.goOnline();
    await after.policies(atSchoolOnly);
    await after.clock.advance(10_000);
    after.machine.at = school;
    await after.clock.advance(60_000);
    expect(after.machine.powered).toEqual([]);
    // It was elsewhere meanwhile: the next time is another one.
    after.machine.at = ELSEWHERE;
    await after.clock.advance(5_000);
    after.machine.at = school;
    await after.clock.advance(5_000);
    expect(after.device.state().power).toMatchObject({ action: 'shutdown' });
  });

  it('does not make a machine sleep that another policy keeps awake', async () => {
    const { policies, device } = await online();
    await policies(
      effect('PowerActionsDefinition', { action: 'sleep', countdown: 10 }),
      effect('BlockSleepDefinition'),
    );
    expect(device.state().power).toBeUndefined();
    expect(device.state().policies.sleepBlocked).toBe(true);
  });
});

describe('a policy that takes pictures of the screen', () => {
  const capture = effect('ScreenCaptureDefinition');

  it('sends one when it begins to act, and one every ten minutes', async () => {
    const { policies, events, clock } = await online();
    await policies(capture);
    await expect.poll(() => events().length).toBe(1);
    expect(events()[0]).toMatchObject({
      policyId: 'p1',
      effectType: 'ScreenCaptureDefinition',
      picture: { contentType: 'image/jpeg' },
    });
    await clock.advance(600_000);
    await expect.poll(() => events().length).toBe(2);
    await policies();
    await clock.advance(1_800_000);
    expect(events()).toHaveLength(2);
  });

  it('begins later where another picture was sent just now, unless it ends before', async () => {
    const { policies, events, clock } = await online();
    const senders = () => events().map(({ policyId }) => policyId);
    await policies(capture);
    await expect.poll(senders).toEqual(['p1']);
    await policies({ ...capture, id: 'ended' });
    await policies({ ...capture, id: 'second' });
    await clock.advance(9_000);
    expect(senders()).toEqual(['p1']);
    await policies({ ...capture, id: 'second' }, { ...capture, id: 'third' });
    await clock.advance(1_000);
    await expect.poll(senders).toEqual(['p1', 'second', 'third']);
    expect(events().every(({ picture }) => picture !== undefined)).toBe(true);
  });

  it('sends none while the student is private, and one soon after', async () => {
    const { policies, events, draws, clock } = await online();
    await policies(capture, effect('EnablePrivacyDefinition'));
    await clock.advance(60_000);
    expect([events(), draws]).toEqual([[], []]);
    await policies(capture);
    await clock.advance(10_000);
    await expect.poll(() => events().length).toBe(1);
  });
});

it('a device takes no keys and stays awake where policies say so', async () => {
  const { policies, device } = await online();
  await policies(effect('BlockKeypressDefinition'), effect('BlockSleepDefinition'));
  expect(device.state().policies).toMatchObject({ keysBlocked: true, sleepBlocked: true });
});

describe('a device that starts without a network', () => {
  it('keeps to the policies of before', async () => {
    const policyMemory = createPolicyMemory();
    const before = await online({ policyMemory });
    await before.policies(effect('MuteDefinition'), { ...page, conditions: atSchool });
    await before.device.stop();
    const after = createFixture({ policyMemory });
    after.enrolment.fails = true;
    after.device.start();
    await after.clock.advance(0);
    expect(after.device.session().name).toBe('waiting');
    expect(after.device.state().policies).toMatchObject({ active: ['p1', 'p2'], muted: true });
    expect(after.shown.launched).toHaveLength(1);
    await after.device.stop();
    expect(after.clock.pending()).toBe(0);
  });

  it('reports what they found when it is enrolled', async () => {
    const policyMemory = createPolicyMemory();
    const blocked = effect('BlockWebsitesDefinition', { report: true, urls: ['games.example'] });
    const before = await online({ policyMemory });
    await before.policies(blocked);
    await before.device.stop();
    const after = createFixture({ policyMemory });
    after.enrolment.fails = true;
    after.device.start();
    await after.clock.advance(0);
    after.shown.tabs = [...after.shown.tabs, GAME];
    after.screenChanged('tabs');
    expect(after.sent('/events/c1')).toEqual([]);
    after.enrolment.fails = false;
    await after.goOnline();
    expect(after.sent('/events/c1')).toHaveLength(1);
    await after.device.stop();
  });

  it('forgets those that were taken away', async () => {
    const policyMemory = createPolicyMemory();
    const before = await online({ policyMemory });
    await before.policies(effect('MuteDefinition'));
    await before.policies();
    await before.device.stop();
    const after = await online({ policyMemory });
    expect(after.device.state().policies.muted).toBe(false);
  });
});
