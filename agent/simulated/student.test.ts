import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { type DeviceState, FRESH_STATE } from '../core/device-state.ts';
import { createStudent } from './student.ts';

const CHOICE = { id: 'q1', tutorId: 't', question: 'Which?', answers: ['1', '2', '3'], multiselect: false };

function sit(seed: string) {
  const clock = createFakeClock({ startMs: 0 });
  const acts: { what: string; at: number; value: unknown }[] = [];
  const note = (what: string) => (value?: unknown) => acts.push({ what, at: clock.now() / 1_000, value }) > 0;
  const student = createStudent({
    seed,
    name: 'Maya Lind',
    clock,
    hands: () => ({
      answerPoll: note('answer'),
      giveName: note('name'),
      decideFullScreen: note('full screen'),
      abortPower: note('abort'),
      leaveRoom: note('leave'),
      sendInRoom: note('say'),
    }),
  });
  const see = (state: Partial<DeviceState>) => student.see({ ...FRESH_STATE, ...state });
  return { clock, acts, student, see };
}
const SEEDS = Array.from({ length: 200 }, (_, i) => `student ${i}`);
/** What a class does within the time. */
async function watch(state: Partial<DeviceState>, seconds: number, then?: Partial<DeviceState>) {
  const all = await Promise.all(
    SEEDS.map(async (seed) => {
      const { clock, acts, see } = sit(seed);
      see(state);
      await clock.advance(seconds * 1_000);
      if (then === undefined) return acts;
      see(then);
      await clock.advance(60_000);
      return acts;
    }),
  );
  return all;
}

describe('a simulated student', () => {
  it('answers a choice with one of its letters within 2 to 20 s, and some change their minds', async () => {
    const all = await watch({ poll: CHOICE }, 60);
    for (const [first, second, ...more] of all) {
      expect(first?.at).toBeGreaterThanOrEqual(2);
      expect(first?.at).toBeLessThanOrEqual(20);
      expect(['A', 'B', 'C']).toContain(first?.value);
      if (second) expect(second.at).toBeGreaterThan(first?.at ?? 0);
      expect(more).toEqual([]);
    }
    expect(new Set(all.map(([first]) => first?.value)).size).toBe(3);
    const changed = all.filter(({ length }) => length > 1).length;
    expect(changed).toBeGreaterThan(10);
    expect(changed).toBeLessThan(60);
  });

  it('takes several letters where it may, and words where there are none', async () => {
    const several = await watch({ poll: { ...CHOICE, multiselect: true } }, 20);
    expect(several.some(([act]) => /^[A-C],[A-C]/.test(String(act?.value)))).toBe(true);
    const words = await watch({ poll: { ...CHOICE, answers: [] } }, 20);
    expect(words.every(([act]) => /\w+ \w+/.test(String(act?.value)))).toBe(true);
  });

  it('does the same whenever it is asked the same, and something else when asked something else', async () => {
    const again = await watch({ poll: CHOICE }, 60);
    expect(await watch({ poll: CHOICE }, 60)).toEqual(again);
    expect(await watch({ poll: { ...CHOICE, id: 'q2' } }, 60)).not.toEqual(again);
  });

  it('may be late when the poll ends before the answer; who has answered says no more', async () => {
    const all = await watch({ poll: CHOICE }, 11, {});
    const late = all.filter(([first]) => (first?.at ?? 0) > 11);
    expect(late.length).toBeGreaterThan(10);
    for (const acts of late) expect(acts).toHaveLength(1);
    for (const [act] of late) expect(act?.at).toBeLessThan(13);
    expect(all.some((acts) => acts.length === 0)).toBe(true);
    for (const acts of all) expect(acts.filter(({ at }) => at > 11).length).toBeLessThanOrEqual(1);
    for (const [first, ...more] of all)
      if ((first?.at ?? 12) <= 11) expect(more.every(({ at }) => at <= 11)).toBe(true);
  });

  it('does not begin again while nothing new is asked', async () => {
    const { clock, acts, see } = sit('a');
    const undisturbed = sit('a');
    for (const each of [{ see }, undisturbed]) each.see({ poll: CHOICE });
    await clock.advance(1_900);
    see({ poll: CHOICE, muted: true });
    await clock.advance(28_100);
    await undisturbed.clock.advance(30_000);
    expect(acts.length).toBeGreaterThan(0);
    expect(acts).toEqual(undisturbed.acts);
  });

  it('says a name of its own', async () => {
    const all = await watch({ nameRequested: true }, 15);
    for (const acts of all)
      expect(acts).toMatchObject([{ what: 'name', value: expect.stringContaining('Maya') }]);
    expect(new Set(all.map(([act]) => act?.value)).size).toBeGreaterThan(1);
  });

  it('mostly shares the whole screen', async () => {
    const all = await watch({ fullScreen: 'requested' }, 6);
    const granted = all.filter(([act]) => act?.value === true).length;
    expect(granted).toBeGreaterThan(150);
    expect(granted).toBeLessThan(200);
  });

  it('seldom puts off a shutdown, and only where it may and can', async () => {
    const power = { action: 'shutdown', endsAt: 60_000, message: '', allowToAbort: true } as const;
    const aborting = (await watch({ power }, 60)).filter(({ length }) => length > 0).length;
    expect(aborting).toBeGreaterThan(5);
    expect(aborting).toBeLessThan(60);
    expect((await watch({ power: { ...power, allowToAbort: false } }, 60)).flat()).toEqual([]);
    expect((await watch({ power: { ...power, endsAt: 4_000 } }, 60)).flat()).toEqual([]);
  });

  it('leaves a chat after some minutes', async () => {
    const all = await watch({ rooms: [{ roomId: 'r1', messages: [] }] }, 480);
    for (const acts of all) expect(acts).toMatchObject([{ what: 'leave', value: 'r1' }]);
  });

  it('now and then answers the newest that a tutor said in a room, once, after reading it', async () => {
    const line = (id: string, sentTime: number) => ({ id, name: 'Anna', message: 'Ready?', sentTime });
    const ofTutor = { isTutors: true } as const;
    const rooms = [
      { roomId: 'older', messages: [{ ...line('m1', 1), ...ofTutor }] },
      { roomId: 'newer', messages: [{ ...line('m2', 2), ...ofTutor }, line('m3', 3)] },
    ];
    const said = (await watch({ rooms }, 60)).map((acts) => acts.filter(({ what }) => what === 'say'));
    for (const each of said) expect(each.length).toBeLessThanOrEqual(1);
    const words = said.flat();
    expect(words.length).toBeGreaterThan(20);
    expect(words.length).toBeLessThan(60);
    for (const { at, value } of words) {
      expect(value).toBe('newer');
      expect(at).toBeGreaterThanOrEqual(3);
      expect(at).toBeLessThanOrEqual(25);
    }
  });

  it('says nothing in a room where only students have spoken, or where it may not write', async () => {
    const line = { id: 'm1', name: 'Anna', message: 'Ready?', sentTime: 1 };
    const rooms = [
      { roomId: 'of students', messages: [line] },
      { roomId: 'of tutors', mayWrite: false, messages: [{ ...line, isTutors: true as const }] },
    ];
    const acts = (await watch({ rooms }, 60)).flat();
    expect(acts.filter(({ what }) => what === 'say')).toEqual([]);
  });

  it('leaves no timer, and is asked anew after a break', async () => {
    const { clock, acts, student, see } = sit('a');
    see({ poll: CHOICE, nameRequested: true, rooms: [{ roomId: 'r', messages: [] }] });
    student.stop();
    expect(clock.pending()).toBe(0);
    see({ poll: CHOICE });
    await clock.advance(20_000);
    expect(acts.length).toBeGreaterThan(0);
  });
});
