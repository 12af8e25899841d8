/** The whole worker on a line that is slow for a while, as devices and tabs notice it. */
import { describe, expect, test } from 'vitest';
import type { LiveBatch } from '#protocol/threads/live-worker.ts';
import { setUpWatch } from '../fakes/live-fixture.ts';

/** A tab whose page is loaded anew, or that is opened later, is told by its first batch. */
const lineOf = (batches: readonly LiveBatch[]) => batches.findLast(({ line }) => line !== undefined)?.line;

const FREE = { level: 0, reason: undefined };

async function setUp() {
  const worker = await setUpWatch();
  const { broker, clock } = worker;
  broker.take();
  const pictureIntervals = () =>
    broker.take().flatMap(({ topic, payload }) => {
      const demand = topic.endsWith('/demands') ? JSON.parse(payload) : undefined;
      return demand?.['demand-type'] === 'thumbnails' ? [demand.frequency as number] : [];
    });
  /** Answers come so late for so long. */
  async function answersTake(roundTripMs: number | undefined, forMs: number) {
    broker.roundTripMs = roundTripMs;
    await clock.advance(forMs);
  }
  return { ...worker, pictureIntervals, answersTake };
}

describe('the line to the broker', () => {
  test('is asked every other second while pictures come, and not otherwise', async () => {
    const { live, broker, clock } = await setUp();
    broker.pings = 0;
    await clock.advance(20_000);
    expect(broker.pings).toBeGreaterThanOrEqual(9);
    live.unwatch('a', 'w1');
    await clock.advance(10_000);
    const before = broker.pings;
    await clock.advance(20_000);
    // One every five seconds of silence is the connection's own.
    expect(broker.pings - before).toBeLessThanOrEqual(4);
  });

  test('when slow makes pictures rarer, tells the tabs, and comes back', async () => {
    const { answersTake, pictureIntervals, tab } = await setUp();
    await answersTake(20, 4_000);
    expect(lineOf(tab.take())).toEqual(FREE);
    await answersTake(1_500, 2_000);
    expect(pictureIntervals()).toEqual([7_500]);
    expect(lineOf(tab.take())).toEqual({ level: 1, reason: 'slow-line' });
    await answersTake(20, 40_000);
    expect(pictureIntervals()).toEqual([5_000]);
    expect(lineOf(tab.take())).toEqual(FREE);
  });

  test('is slow before the answer has come that says so', async () => {
    const { answersTake, pictureIntervals } = await setUp();
    await answersTake(20, 4_000);
    pictureIntervals();
    await answersTake(undefined, 4_000);
    expect(pictureIntervals()).toEqual([7_500]);
  });

  test('gives way to a shared screen until the last tab has ended its share', async () => {
    const { live, pictureIntervals, openTab, tab, clock } = await setUp();
    const second = openTab('b');
    live.setSharing('a', true);
    live.setSharing('b', true);
    await clock.advance(200);
    expect(pictureIntervals()).toEqual([10_000]);
    expect(lineOf(tab.take())).toEqual({ level: 2, reason: 'sharing' });
    live.setSharing('a', false);
    await clock.advance(200);
    expect(pictureIntervals()).toEqual([]);
    second.end();
    await clock.advance(200);
    expect(pictureIntervals()).toEqual([5_000]);
    expect(lineOf(tab.take())).toEqual(FREE);
  });

  test('of before is told to a tab that comes later', async () => {
    const { live, openTab, clock } = await setUp();
    live.setSharing('a', true);
    const second = openTab('b');
    await clock.advance(200);
    expect(lineOf(second.take())).toEqual({ level: 2, reason: 'sharing' });
  });
});
