import { expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { wander } from './wanderer.ts';

it('comes after a minute at the earliest, stays one or two minutes, and repeats itself by its seed', async () => {
  const record = async (seed: string) => {
    const clock = createFakeClock({ startMs: 0 });
    const times: number[] = [];
    const rest = wander({
      clock,
      seed,
      come: () => times.push(clock.now()),
      go: () => times.push(-clock.now()),
    });
    await clock.advance(900_000);
    rest();
    expect(clock.pending()).toBe(0);
    return times;
  };
  const times = await record('x');
  expect(times[0]).toBeGreaterThanOrEqual(60_000);
  for (let i = 0; i + 1 < times.length; i += 2) {
    const stayMs = -(times[i + 1] ?? 0) - (times[i] ?? 0);
    expect(stayMs).toBeGreaterThanOrEqual(60_000);
    expect(stayMs).toBeLessThanOrEqual(120_000);
  }
  expect(await record('x')).toEqual(times);
  expect(await record('y')).not.toEqual(times);
});
