import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPendingDeletions, UNDO_MS } from './create-pending-deletions.ts';

const group = { id: 'g', name: '7A' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function create() {
  const removed: string[] = [];
  const last: string[] = [];
  const deletions = createPendingDeletions({ removeLast: async (id) => void last.push(id), now: Date.now });
  return { deletions, removed, last, remove: async () => void removed.push('g') };
}

test('a group is deleted when ten seconds have passed, once', async () => {
  const { deletions, removed, remove } = create();
  deletions.begin(group, remove);
  deletions.begin(group, remove);
  expect(deletions.get().get('g')).toEqual({ name: '7A', untilMs: Date.now() + UNDO_MS });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(removed).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(removed).toEqual(['g']);
  expect(deletions.get().size).toBe(0);
});

test('until then it can be taken back', async () => {
  const { deletions, removed, remove } = create();
  deletions.begin(group, remove);
  await vi.advanceTimersByTimeAsync(9_000);
  deletions.undo('g');
  expect(deletions.get().size).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(removed).toEqual([]);
});

test('while the platform deletes it there is no way back, and where it fails the group is there again', async () => {
  const { deletions } = create();
  let fail = () => {};
  deletions.begin(
    group,
    () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('away'));
      }),
  );
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(deletions.get().get('g')).toEqual({ name: '7A', untilMs: undefined });
  deletions.undo('g');
  expect(deletions.get().size).toBe(1);
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(deletions.get().size).toBe(0);
});

test('the page that closes deletes at once, what was taken back not', async () => {
  const { deletions, removed, last, remove } = create();
  deletions.begin(group, remove);
  deletions.begin({ id: 'h', name: '7B' }, remove);
  deletions.undo('h');
  await deletions.finish();
  expect(last).toEqual(['g']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([removed, last]).toEqual([[], ['g']]);
});
