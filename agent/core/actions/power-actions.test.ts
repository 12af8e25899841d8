import { describe, expect, it } from 'vitest';
import { createFixture } from '../fakes/device-fixture.ts';

const outcomes = (fixture: ReturnType<typeof createFixture>) =>
  fixture.replies().map(({ id, outcome }) => `${id} ${outcome}`);

async function asked(parameters: object) {
  const fixture = createFixture();
  await fixture.goOnline();
  await fixture.act('powerAction', parameters, { id: 'p' });
  return fixture;
}

describe('a power action', () => {
  it('counts down, says that it is done, and happens', async () => {
    const fixture = await asked({ action: 'shutdown', countdown: 30, message: 'Class is over' });
    const { device, machine, clock } = fixture;
    expect(device.state().power).toEqual({
      action: 'shutdown',
      endsAt: clock.now() + 30_000,
      message: 'Class is over',
      allowToAbort: false,
    });
    await clock.advance(29_999);
    expect([outcomes(fixture), machine.powered]).toEqual([['p scheduled'], []]);
    await clock.advance(1);
    expect([outcomes(fixture), machine.powered]).toEqual([['p scheduled', 'p done'], ['shutdown']]);
    expect(device.state().power).toBeUndefined();
  });

  it('happens at once without a countdown', async () => {
    const fixture = await asked({ action: 'logout' });
    await fixture.clock.advance(0);
    expect([outcomes(fixture), fixture.machine.powered]).toEqual([['p scheduled', 'p done'], ['logout']]);
  });

  it('is not called done where the machine refuses it', async () => {
    const fixture = await asked({ action: 'sleep', countdown: 10 });
    fixture.machine.answers = { ok: false, code: 'refused' };
    await fixture.clock.advance(10_000);
    expect(fixture.replies()).toMatchObject([
      { ok: true, outcome: 'scheduled' },
      { ok: false, code: 'refused' },
    ]);
    expect(fixture.replies().at(-1)).not.toHaveProperty('outcome');
    expect(fixture.device.state().power).toBeUndefined();
  });

  it('cannot be put off unless its tutor allows it', async () => {
    const { device, clock, machine } = await asked({ action: 'sleep', countdown: 10 });
    expect(device.abortPower()).toBe(false);
    await clock.advance(10_000);
    expect(machine.powered).toEqual(['sleep']);
  });

  it('stays away once it was put off', async () => {
    const fixture = await asked({ action: 'sleep', countdown: 10, allowToAbort: true });
    expect(fixture.device.abortPower()).toBe(true);
    expect(fixture.device.state().power).toBeUndefined();
    expect(fixture.device.abortPower()).toBe(false);
    await fixture.clock.advance(600_000);
    expect([outcomes(fixture), fixture.machine.powered]).toEqual([['p scheduled', 'p aborted'], []]);
  });

  it('comes again after it was put off, where its tutor said so', async () => {
    const fixture = await asked({ action: 'reboot', countdown: 10, allowToAbort: true, repeatIn: 60 });
    const { device, clock, machine } = fixture;
    device.abortPower();
    await clock.advance(60_000);
    expect(device.state().power).toMatchObject({ action: 'reboot', endsAt: clock.now() + 10_000 });
    await clock.advance(10_000);
    expect(outcomes(fixture)).toEqual(['p scheduled', 'p aborted', 'p scheduled', 'p done']);
    expect(machine.powered).toEqual(['reboot']);
  });

  it('takes the place of the one before', async () => {
    const fixture = await asked({ action: 'shutdown', countdown: 30 });
    await fixture.act('powerAction', { action: 'logout', countdown: 5 }, { id: 'q' });
    await fixture.clock.advance(60_000);
    expect(outcomes(fixture)).toEqual(['p scheduled', 'p aborted', 'q scheduled', 'q done']);
    expect(fixture.machine.powered).toEqual(['logout']);
  });

  it('leaves no timer on a device that was stopped', async () => {
    const { device, clock, machine } = await asked({ action: 'shutdown', countdown: 30 });
    await device.stop();
    expect(clock.pending()).toBe(0);
    expect(machine.powered).toEqual([]);
  });
});
