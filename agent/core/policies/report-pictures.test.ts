import { expect, it } from 'vitest';
import { NO_HOLD } from '../device-state.ts';
import { createReportPictures } from './report-pictures.ts';

const HOUR_MS = 3_600_000;

it('a clock that is set back holds no picture up', async () => {
  let at = 2 * HOUR_MS;
  const pictures = createReportPictures({
    clock: { now: () => at, after: () => () => {}, every: () => () => {} },
    screen: {
      privacy: () => false,
      displays: () => [{ id: 'd1', primary: true }],
      draw: async () => ({ contentType: 'image/jpeg', bytes: new Uint8Array(3) }),
    } as never,
    state: () => ({ policies: NO_HOLD }) as never,
  });
  expect(await pictures.take()).toBeDefined();
  at += 4_000;
  expect([await pictures.take(), pictures.freeInMs()]).toEqual([undefined, 6_000]);
  at -= HOUR_MS;
  expect(pictures.freeInMs()).toBe(0);
  expect(await pictures.take()).toBeDefined();
  expect(pictures.freeInMs()).toBe(10_000);
});
