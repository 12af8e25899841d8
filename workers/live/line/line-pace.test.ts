import { describe, expect, it } from 'vitest';
import { createLinePace, MAX_PACE_LEVEL, paceOf } from './line-pace.ts';

/** A line whose answers take so long, asked every two seconds. */
function setUp() {
  const levels: number[] = [];
  const pace = createLinePace((level) => levels.push(level));
  let now = 0;
  return {
    pace,
    levels,
    now: () => now,
    /** The answers of so many seconds. */
    answers(seconds: number, roundTripMs: number | ((second: number) => number)) {
      for (let second = 0; second < seconds; second += 2) {
        const ms = typeof roundTripMs === 'number' ? roundTripMs : roundTripMs(second);
        now += 2_000;
        pace.sample({ now: now + ms, pingedAt: now, roundTripMs: ms });
      }
    },
  };
}

describe('the pace of pictures on a line', () => {
  it('is as asked while answers are prompt, also on a line that is far away', () => {
    const { answers, levels } = setUp();
    answers(60, 700);
    answers(60, 900);
    expect(levels).toEqual([]);
  });

  it('goes down a step at a time while answers come later and later', () => {
    const { answers, levels } = setUp();
    answers(4, 20);
    answers(8, (second) => 1_200 + second * 100);
    expect(levels).toEqual([1, 2, 3, 4]);
  });

  it('goes down by two steps where answers are very late, and never beyond the last', () => {
    const { answers, levels, pace } = setUp();
    answers(2, 20);
    answers(40, (second) => 4_000 + second * 1_000);
    expect(levels.slice(0, 2)).toEqual([2, 4]);
    expect(pace.level()).toBe(MAX_PACE_LEVEL);
    expect(levels).toHaveLength(3);
  });

  it('waits while the queue of before drains', () => {
    const { answers, levels } = setUp();
    answers(2, 20);
    answers(2, 8_000);
    answers(10, (second) => 7_000 - second * 700);
    expect(levels).toEqual([2]);
  });

  it('waits for what the last change does, but not for long', () => {
    const { pace, levels } = setUp();
    pace.sample({ now: 10, pingedAt: 0, roundTripMs: 10 });
    pace.sample({ now: 4_000, pingedAt: 2_000, roundTripMs: 2_000 });
    pace.sample({ now: 4_500, pingedAt: 2_000, roundTripMs: 2_500 });
    expect(levels).toEqual([1]);
    pace.sample({ now: 7_000, pingedAt: 2_000, roundTripMs: 5_000 });
    pace.sample({ now: 9_000, pingedAt: 2_000, roundTripMs: 7_000 });
    expect(levels).toEqual([1, 3]);
  });

  it('comes back a step at a time when answers have been prompt for a while', () => {
    const { answers, levels } = setUp();
    answers(2, 20);
    answers(2, 5_000);
    answers(40, 30);
    expect(levels).toEqual([2, 1, 0]);
  });

  it('waits longer with each try that fails soon', () => {
    const { answers, levels, now } = setUp();
    answers(2, 20);
    const lengths: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      answers(2, 2_000);
      const from = now();
      const before = levels.length;
      while (levels.length === before) answers(2, 30);
      lengths.push(Math.round((now() - from) / 1_000));
    }
    expect(lengths[1]).toBeGreaterThan(1.5 * (lengths[0] ?? 0));
    expect(lengths[2]).toBeGreaterThan(1.5 * (lengths[1] ?? 0));
  });

  it('stays where it was on a new connection, whose distance is learnt anew', () => {
    const { answers, levels, pace } = setUp();
    answers(2, 20);
    answers(2, 2_000);
    pace.reconnected();
    answers(60, 1_500);
    expect(levels).toEqual([1, 0]);
  });

  it('asks for less with each level', () => {
    const cost = ({ interval, side, quality }: ReturnType<typeof paceOf>) =>
      (side * side * quality) / interval;
    for (let level = 1; level <= MAX_PACE_LEVEL; level += 1)
      expect(cost(paceOf(level))).toBeLessThan(cost(paceOf(level - 1)));
  });
});

/**
 * A line of so many kbit/s with a buffer before it, and a class that sends so many at level 0. One step is 100 ms; the
 * answer to a ping waits behind what is in the buffer.
 */
function playLine({
  lineKbps,
  classKbps,
  seconds,
}: {
  lineKbps: number;
  classKbps: number;
  seconds: number;
}) {
  let level = 0;
  const pace = createLinePace((next) => {
    level = next;
  });
  let queuedKbit = 0;
  const waits: number[] = [];
  for (let step = 0; step < seconds * 10; step += 1) {
    const { interval, side, quality } = paceOf(level);
    const sentKbit = (classKbps * side * side * (0.4 + 0.6 * quality)) / interval / 10;
    queuedKbit = Math.max(0, queuedKbit + sentKbit - lineKbps / 10);
    const waitMs = (queuedKbit / lineKbps) * 1_000;
    waits.push(waitMs);
    const now = step * 100;
    // The answer that arrives now was asked when it joined the queue.
    if (step % 20 === 0) pace.sample({ now, pingedAt: now - waitMs - 20, roundTripMs: waitMs + 20 });
  }
  return { level: () => level, waits };
}

describe('a class on a line that is too slow', () => {
  it.each([
    [1_000, 1_500],
    [1_000, 3_000],
    [1_000, 8_000],
    [500, 5_000],
  ])(
    'of %i kbit/s finds a pace for %i kbit/s of pictures within a minute and keeps to it',
    (lineKbps, classKbps) => {
      const { waits } = playLine({ lineKbps, classKbps, seconds: 300 });
      const later = waits.slice(600);
      const lateShare = later.filter((ms) => ms > 2_000).length / later.length;
      expect(lateShare).toBeLessThan(0.05);
    },
  );

  it('has all of its pictures where the line is fast enough', () => {
    const { level, waits } = playLine({ lineKbps: 4_000, classKbps: 3_000, seconds: 120 });
    expect([level(), Math.max(...waits)]).toEqual([0, 0]);
  });
});
