import { expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { CAPTURE_INTERVAL_MS, createPictureGrabber } from './picture-grabber.ts';

function setUp({ refuses = () => false }: { refuses?: (windowId: number) => boolean } = {}) {
  const clock = createFakeClock();
  const calls: { windowId: number; at: number }[] = [];
  const open = new Set<string>();
  const grabber = createPictureGrabber({
    clock,
    async capture(windowId) {
      const name = `${windowId}-${calls.length}`;
      calls.push({ windowId, at: clock.now() });
      if (refuses(windowId)) throw new Error('refused');
      open.add(name);
      return { name, close: () => open.delete(name) };
    },
  });
  return { clock, calls, open, grabber };
}
type Clock = ReturnType<typeof setUp>['clock'];

/** Resolves a grab that waits for its turn. */
async function after<T>(clock: Clock, ms: number, grabbed: Promise<T>): Promise<T> {
  await clock.advance(ms);
  return grabbed;
}

it('shares one picture between requests of the same half second', async () => {
  const { clock, calls, grabber } = setUp();
  const both = Promise.all([grabber.grab(1), grabber.grab(1)]);
  const [one, other] = await after(clock, 0, both);
  expect(one).toBe(other);
  await clock.advance(300);
  expect(await grabber.grab(1)).toBe(one);
  expect(calls).toHaveLength(1);
});

it('never calls the browser more often than twice a second, for all windows together', async () => {
  const { clock, calls, grabber } = setUp({ refuses: (windowId) => windowId === 2 });
  const all = Promise.all([1, 2, 3, 4].map(grabber.grab));
  await after(clock, 4 * CAPTURE_INTERVAL_MS, all);
  const pauses = calls.slice(1).map(({ at }, i) => at - (calls[i]?.at ?? 0));
  expect(calls.map(({ windowId }) => windowId)).toEqual([1, 2, 3, 4]);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(CAPTURE_INTERVAL_MS);
});

it('returns nothing, not an older picture, where the browser refuses', async () => {
  let isRefused = false;
  const { clock, open, grabber } = setUp({ refuses: () => isRefused });
  expect(await after(clock, 0, grabber.grab(1))).toBeDefined();
  isRefused = true;
  await clock.advance(CAPTURE_INTERVAL_MS);
  expect(await after(clock, 0, grabber.grab(1))).toBeUndefined();
  expect(open.size).toBe(0);
});

it('releases each picture once it is replaced or no longer requested', async () => {
  const { clock, open, grabber } = setUp();
  await after(clock, 0, grabber.grab(1));
  await clock.advance(CAPTURE_INTERVAL_MS);
  await after(clock, 0, grabber.grab(1));
  expect([...open]).toEqual(['1-1']);
  await clock.advance(30_000);
  expect(open.size).toBe(0);
});
