import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActivities, type NewActivity } from './activity.ts';
import { createFakeRun } from './fakes/fake-run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const names = new Map([
  ['a', 'Ada'],
  ['b', 'Ben'],
]);

function setUp() {
  const activities = createActivities();
  const report = (more: Partial<NewActivity> = {}) => {
    const fake = createFakeRun();
    activities.report({ title: 'Lock', run: fake.run, names, ...more });
    return fake;
  };
  const ids = () => activities.list().map(({ id }) => id);
  return { activities, report, ids };
}

test('the newest comes first', () => {
  const { report, ids } = setUp();
  const [first, second] = [report(), report()];
  expect(ids()).toEqual([second.run.id, first.run.id]);
});

test('goes by itself some seconds after everybody has confirmed', async () => {
  const { report, ids } = setUp();
  const { become } = report();
  become('sent', { a: 'confirmed', b: 'waiting' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ids()).toHaveLength(1);
  become('sent', { b: 'confirmed' }, true);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(ids()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ids()).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('stays while somebody reads it, and begins anew afterwards', async () => {
  const { activities, report, ids } = setUp();
  report().become('sent', { a: 'confirmed', b: 'confirmed' }, true);
  activities.setHeld(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ids()).toHaveLength(1);
  activities.setHeld(false);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(ids()).toHaveLength(0);
});

test.each([
  ['expired', {}],
  ['refused', {}],
  ['sent', { a: 'confirmed', b: 'silent' }],
  ['sent', { a: 'confirmed' }],
] as const)('what went wrong stays until it is closed: %s', async (delivery, answers) => {
  const { activities, report, ids } = setUp();
  const { run, become } = report();
  become(delivery, answers, true);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ids()).toEqual([run.id]);
  activities.close(run.id);
  expect(ids()).toEqual([]);
});

test('undo goes to those whom it has changed and who have confirmed it, and takes the entry away', () => {
  const { activities, report, ids } = setUp();
  const undone: (readonly string[])[] = [];
  const { become } = report({
    undo: { clientIds: ['a', 'b', 'c'], perform: (clientIds) => undone.push(clientIds) },
  });
  const [entry] = activities.list();
  if (!entry) throw new Error('no entry');
  expect(activities.canUndo(entry)).toBe(false);
  become('sent', { a: 'confirmed', b: 'silent', c: 'confirmed', d: 'confirmed' }, true);
  expect(activities.canUndo(entry)).toBe(true);
  activities.undo(entry);
  expect(undone).toEqual([['a', 'c']]);
  expect(ids()).toEqual([]);
});

test('a cancelled one is given up', () => {
  const { activities, ids } = setUp();
  const forgotten: string[] = [];
  const { run } = createFakeRun(({ id }) => forgotten.push(id));
  activities.report({ title: 'Lock', run, names });
  const [entry] = activities.list();
  if (entry) activities.cancel(entry);
  expect(forgotten).toEqual([run.id]);
  expect(ids()).toEqual([]);
});

test('beyond fifty the oldest that is over makes room, and nothing is left behind', async () => {
  const { activities, report, ids } = setUp();
  const first = report();
  const second = report();
  second.become('expired', {}, true);
  for (let i = 0; i < 48; i += 1) report();
  report();
  expect(ids()).toHaveLength(50);
  expect(ids()).toContain(first.run.id);
  expect(ids()).not.toContain(second.run.id);
  for (const id of ids()) activities.close(id);
  expect(vi.getTimerCount()).toBe(0);
});
