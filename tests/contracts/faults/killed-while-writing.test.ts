/** What the platform has acknowledged is on the disk: it may be killed at any moment. `npm run test:long` does it fifty times. */
import { expect, it } from 'vitest';
import { killWhileWriting } from '../../support/faults/killed-platform.ts';

it('every room that was acknowledged is there after a kill in the middle of others', {
  timeout: 120_000,
}, async () => {
  const { acknowledged, lost } = await killWhileWriting({ kills: 1, rooms: 50, random: Math.random });
  expect(acknowledged.length).toBeGreaterThanOrEqual(50);
  expect(lost).toEqual([]);
});
