import { expect, it } from 'vitest';
import { FRESH_STATE, type PowerPlan } from '../core/device-state.ts';
import { createFakePlatform } from './platform/fakes/fake-platform.ts';
import { createPowerNotice } from './power-notice.ts';

const NOW = Date.parse('2026-03-02T10:00:00');
const PLAN: PowerPlan = { action: 'sleep', endsAt: NOW + 300_000, message: 'Good night', allowToAbort: true };

function openNotice() {
  const platform = createFakePlatform();
  let aborts = 0;
  const notice = createPowerNotice({ platform, abort: () => void aborts++, now: () => NOW });
  return {
    platform,
    aborts: () => aborts,
    show: (power: PowerPlan | undefined) => notice.show({ ...FRESH_STATE, power }),
  };
}

it('offers the student to call the countdown off', async () => {
  const { platform, aborts, show } = openNotice();
  show(PLAN);
  expect(platform.offers).toMatchObject([
    { title: 'This computer goes to sleep at 10:05', button: 'Not now' },
  ]);
  platform.offers[0]?.choose();
  await expect.poll(aborts).toBe(1);
});

it('withdraws the offer at the end of the countdown, and ignores a late answer', async () => {
  const { platform, aborts, show } = openNotice();
  show(PLAN);
  show(undefined);
  expect(platform.offers[0]?.isWithdrawn).toBe(true);
  platform.offers[0]?.choose();
  await Promise.resolve();
  expect(aborts()).toBe(0);
});

it('only announces a countdown that no student may call off, and nothing that happens at once', () => {
  const { platform, show } = openNotice();
  show({ ...PLAN, allowToAbort: false });
  expect(platform.notified).toEqual([
    { title: 'This computer goes to sleep at 10:05', message: 'Good night' },
  ]);
  show({ ...PLAN, endsAt: NOW });
  expect(platform.notified).toHaveLength(1);
  expect(platform.offers).toEqual([]);
});
