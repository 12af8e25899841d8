import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer, Delivery } from '#protocol/threads/live-action.ts';
import { createActionRuns } from './action-runs.ts';
import { createFakeLiveWorker } from './fakes/fake-live-worker.ts';

const START = 1_000_000;
const audience = { groupId: 'g1' };
const mute = { action: 'mute', parameters: {}, audience } as const;
const sent: Delivery = { name: 'sent', expiresAt: START + 60_000 };
const waiting = (clientId: string): Answer => ({ clientId, state: 'waiting' });
const confirmed = (clientId: string, action = 'mute'): Answer => ({
  clientId,
  state: 'confirmed',
  reply: { id: 'tab1', action, ok: true },
});

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const { worker, take, deps } = createFakeLiveWorker();
  let isAttached = true;
  const runs = createActionRuns({
    ask: async (call) => (isAttached ? call(worker, 'tab') : undefined),
    newId: deps.newId,
    nowMs: deps.nowMs,
  });
  return {
    runs,
    take,
    setAttached(next: boolean) {
      isAttached = next;
    },
    update: (more: { delivery?: Delivery; answers?: Answer[]; ended?: boolean; id?: string }) =>
      runs.apply([{ id: 'tab1', delivery: sent, answers: [], ended: false, ...more }]),
    states: (run: ReturnType<typeof runs.act>) =>
      [...run.get().answers.values()].map(({ clientId, state }) => `${clientId} ${state}`),
  };
}

describe('an action', () => {
  test('goes to the worker with the tab’s id and the time when it was asked, and is queued until it answers', () => {
    const { runs, take } = setUp();
    const run = runs.act({ action: 'lock', parameters: { content: '' }, audience });
    expect(take()).toEqual([
      `act tab {"id":"tab1","action":"lock","parameters":{"content":""},"audience":{"groupId":"g1"},"askedAt":${START}} 0`,
    ]);
    expect(run.get()).toEqual({
      delivery: { name: 'queued', expiresAt: START + 600_000 },
      answers: new Map(),
      ended: false,
    });
  });

  test('collects what each device answers, and tells those who follow it', () => {
    const { runs, update, states } = setUp();
    const run = runs.act(mute);
    let told = 0;
    const stop = run.subscribe(() => {
      told += 1;
    });
    update({ answers: [waiting('a'), waiting('b')] });
    expect(states(run)).toEqual(['a waiting', 'b waiting']);
    update({ answers: [confirmed('a')] });
    expect(states(run)).toEqual(['a confirmed', 'b waiting']);
    expect(told).toBe(2);
    stop();
    update({ ended: true });
    expect(told).toBe(2);
  });

  test('is done when it has ended, with everything that came', async () => {
    const { runs, update } = setUp();
    const run = runs.act(mute);
    update({ answers: [confirmed('a'), { clientId: 'b', state: 'silent' }], ended: true });
    const { delivery, answers } = await run.done;
    expect(delivery.name).toBe('sent');
    expect(answers.get('b')?.state).toBe('silent');
  });

  test('still changes by answers that come late', () => {
    const { runs, update, states } = setUp();
    const run = runs.act(mute);
    update({ answers: [{ clientId: 'a', state: 'silent' }], ended: true });
    update({ answers: [confirmed('a')] });
    expect(states(run)).toEqual(['a confirmed']);
    expect(run.get().ended).toBe(true);
  });

  test('that another tab asked for is none of ours', () => {
    const { runs, update } = setUp();
    const run = runs.act(mute);
    update({ id: 'other', ended: true });
    expect(run.get().ended).toBe(false);
  });
});

describe('a worker that took over', () => {
  test('is asked again for all that is unfinished, by the same ids and times', async () => {
    const { runs, take, update } = setUp();
    runs.act(mute);
    await vi.advanceTimersByTimeAsync(5_000);
    runs.act({ ...mute, action: 'unmute' });
    update({ answers: [confirmed('a')], ended: true });
    take();
    await vi.advanceTimersByTimeAsync(1_000);
    runs.restate();
    expect(take()).toEqual([
      `act tab {"id":"tab2","action":"unmute","parameters":{},"audience":{"groupId":"g1"},"askedAt":${START + 5_000}} 1000`,
    ]);
    vi.setSystemTime(START - 3_600_000);
    runs.restate();
    expect(take()[0]).toMatch(/} 0$/);
  });

  test('does not take back what devices have said, nor that it was sent', () => {
    const { runs, update, states } = setUp();
    const run = runs.act(mute);
    const pictures = [{ display: 'd', contentType: 'image/jpeg', bytes: new Uint8Array(1) }];
    update({ answers: [{ ...confirmed('a'), pictures }, waiting('b')] });
    update({ delivery: { ...sent, name: 'expired' }, answers: [waiting('a'), waiting('b')] });
    expect(states(run)).toEqual(['a confirmed', 'b waiting']);
    expect(run.get().delivery.name).toBe('sent');
    update({ answers: [confirmed('a')] });
    expect(run.get().answers.get('a')?.pictures).toEqual(pictures);
  });
});

describe('after a reload of the page', () => {
  const asked = {
    id: 'old',
    action: 'poll',
    parameters: { id: 'p', question: '?' },
    audience,
    askedAt: START - 600_000,
  } as const;

  test('an action is carried on by its id, its time and its parameters', () => {
    const { runs, take } = setUp();
    const run = runs.resume(asked, true);
    expect(take()).toEqual([`act tab ${JSON.stringify(asked)} 600000`]);
    expect(run.request).toEqual(asked);
    expect(runs.resume(asked, true)).toBe(run);
    expect(take()).toEqual([]);
  });

  test('what had been sent stays sent, whatever a new worker makes of its age', async () => {
    const { runs, update } = setUp();
    const run = runs.resume(asked, true);
    update({ id: 'old', delivery: { ...sent, name: 'expired' }, answers: [confirmed('a', 'poll')] });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(run.get()).toMatchObject({ delivery: { name: 'sent' }, ended: false });
    expect([...run.get().answers.keys()]).toEqual(['a']);
  });

  test('what had not been sent expires in its time', async () => {
    const { runs } = setUp();
    const run = runs.resume({ ...asked, askedAt: START }, false);
    await vi.advanceTimersByTimeAsync(65_000);
    expect(run.get()).toMatchObject({ delivery: { name: 'expired' }, ended: true });
  });
});

describe('without a worker', () => {
  test('a queued action expires by itself', async () => {
    const { runs, setAttached } = setUp();
    setAttached(false);
    const run = runs.act(mute);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run.get().ended).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await run.done).delivery.name).toBe('expired');
  });

  test('one that was sent ends after its collection time, and who has not answered is silent', async () => {
    const { runs, update, states } = setUp();
    const run = runs.act({
      action: 'retrieveFiles',
      parameters: { filePatterns: ['*'], folderPath: '%downloads%' },
      audience,
    });
    update({ answers: [confirmed('a', 'retrieveFiles'), waiting('b')] });
    await vi.advanceTimersByTimeAsync(184_000);
    expect(run.get().ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states(run)).toEqual(['a confirmed', 'b silent']);
    expect((await run.done).delivery.name).toBe('sent');
  });

  test('what the worker says after all counts', async () => {
    const { runs, update, states } = setUp();
    const run = runs.act(mute);
    await vi.advanceTimersByTimeAsync(65_000);
    update({ answers: [confirmed('a')], ended: true });
    expect(run.get().delivery.name).toBe('sent');
    expect(states(run)).toEqual(['a confirmed']);
  });

  test('a question that was sent stays open', async () => {
    const { runs, update } = setUp();
    const run = runs.act({ action: 'poll', parameters: { id: 'p', question: '?' }, audience });
    update({ answers: [waiting('a')] });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(run.get().ended).toBe(false);
  });
});

describe('memory', () => {
  test('an ended action is forgotten after a minute, here and in the worker', async () => {
    const { runs, take, update } = setUp();
    runs.act(mute);
    update({ ended: true });
    take();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(runs.size()).toEqual({ runs: 1, timers: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runs.size()).toEqual({ runs: 0, timers: 0 });
    expect(take()).toEqual(['forgetAction tab tab1']);
  });

  test('later answers of a power action still come in after that', async () => {
    const { runs, update, states } = setUp();
    const run = runs.act({ action: 'powerAction', parameters: { action: 'shutdown' }, audience });
    update({ answers: [confirmed('a', 'powerAction')], ended: true });
    await vi.advanceTimersByTimeAsync(300_000);
    update({ answers: [{ clientId: 'a', state: 'failed' }] });
    expect(states(run)).toEqual(['a failed']);
  });

  test('a given-up action is not sent any more, and is done', async () => {
    const { runs, take } = setUp();
    const run = runs.act(mute);
    take();
    run.forget();
    expect(take()).toEqual(['forgetAction tab tab1']);
    expect((await run.done).delivery.name).toBe('expired');
    runs.restate();
    expect(take()).toEqual([]);
  });

  test('a thousand actions leave a hundred behind, then none', async () => {
    const { runs, update } = setUp();
    for (let i = 1; i <= 1_000; i += 1) {
      runs.act(mute);
      update({ id: `tab${i}`, ended: true });
    }
    expect(runs.size()).toEqual({ runs: 100, timers: 100 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs.size()).toEqual({ runs: 0, timers: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('what belongs to a session that is over ends with it', async () => {
    const { runs, update, states } = setUp();
    const [first, second] = [runs.act(mute), runs.act(mute)];
    update({ answers: [waiting('a')] });
    runs.giveUpAll();
    expect((await first.done).delivery.name).toBe('sent');
    expect(states(first)).toEqual(['a silent']);
    expect((await second.done).delivery.name).toBe('expired');
  });
});
