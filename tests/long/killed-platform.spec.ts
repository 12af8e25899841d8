/** Fifty times in the middle of writes: what the platform has acknowledged is there after each. */
import { expect, test } from '@playwright/test';
import { killWhileWriting } from '../support/faults/killed-platform.ts';

const KILLS = 50;

test('a platform that is killed with -9 fifty times during writes has every acknowledged row', async () => {
  test.setTimeout(20 * 60_000);
  const { acknowledged, lost, startsMs } = await killWhileWriting({
    kills: KILLS,
    rooms: 20,
    random: Math.random,
  });
  const slowest = Math.max(...startsMs);
  test.info().annotations.push({
    type: 'figures',
    description: `${acknowledged.length} rooms, slowest start ${Math.round(slowest)} ms`,
  });
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * 20);
  expect(lost).toEqual([]);
});
