import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { startFeedHealth } from './feed-health.ts';

function setUp() {
  const clock = createFakeClock();
  const state = { updates: 0, isWatched: true };
  const done: string[] = [];
  const began = clock.now();
  const note = (what: string) => () => void done.push(`${what} at ${(clock.now() - began) / 1_000} s`);
  const stop = startFeedHealth({
    clock,
    updateCount: () => state.updates,
    isWatched: () => state.isWatched,
    restart: note('restart'),
    refresh: note('refresh'),
  });
  return { clock, state, done, stop };
}

let wall: ReturnType<typeof setUp>;
beforeEach(() => {
  wall = setUp();
});

describe('the health of what comes from a group', () => {
  it('is good while updates come', async () => {
    for (let at = 0; at < 700; at += 50) {
      wall.state.updates += 1;
      await wall.clock.advance(50_000);
    }
    expect(wall.done).toEqual([]);
  });

  it('restarts the subscription at the first look after 60 s, and not before as long has passed again', async () => {
    await wall.clock.advance(60_000);
    expect(wall.done).toEqual([]);
    await wall.clock.advance(240_000);
    expect(wall.done.filter((each) => each.startsWith('restart'))).toEqual([
      'restart at 90 s',
      'restart at 180 s',
      'restart at 270 s',
    ]);
  });

  it('asks everybody anew each 300 s, where nothing has come for over 120', async () => {
    await wall.clock.advance(299_000);
    expect(wall.done).not.toContainEqual(expect.stringContaining('refresh'));
    await wall.clock.advance(1_000);
    expect(wall.done).toContain('refresh at 300 s');
    await wall.clock.advance(200_000);
    wall.state.updates += 1;
    await wall.clock.advance(100_000);
    expect(wall.done).not.toContain('refresh at 600 s');
  });

  it('misses nothing while nobody can see the page', async () => {
    wall.state.isWatched = false;
    await wall.clock.advance(600_000);
    wall.state.isWatched = true;
    await wall.clock.advance(60_000);
    expect(wall.done).toEqual([]);
  });

  it('is not looked at any more once the wall is closed', async () => {
    wall.stop();
    await wall.clock.advance(1_000_000);
    expect(wall.done).toEqual([]);
  });
});
