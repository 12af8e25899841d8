import { expect, test } from 'vitest';
import {
  canAddPeriods,
  canSubmitPlan,
  clearedPlan,
  isSamePlan,
  MAX_WAKE_PERIODS,
  planOf,
  planState,
  WEEK,
  withoutPeriod,
  withPeriods,
} from './wake-schedule.ts';

const empty = { enabled: true, periods: [] };

test('a week begins on Monday and ends on Sunday', () => {
  expect(WEEK).toEqual([1, 2, 3, 4, 5, 6, 0]);
});

test.each([
  [[], '07:45', false],
  [[1], '', false],
  [[1], '24:00', false],
  [[1], '7:45', false],
  [[1], '07:60', false],
  [[0], '07:45', true],
  [[1, 2], '23:59', true],
])('days %j and the time %j can be added: %j', (days, time, can) => {
  expect(canAddPeriods(days, time)).toBe(can);
  expect(withPeriods(empty, days, time).periods.length > 0).toBe(can);
});

test('periods stand in the order of the week, Sunday last, then by time', () => {
  const plan = withPeriods(withPeriods(empty, [0, 1], '09:00'), [1], '07:45');
  expect(plan.periods).toEqual([
    { day: 1, time: '07:45' },
    { day: 1, time: '09:00' },
    { day: 0, time: '09:00' },
  ]);
});

test('what is there already is not added twice', () => {
  const once = withPeriods(empty, [1, 2], '07:45');
  expect(withPeriods(once, [2, 2, 3], '07:45').periods).toEqual([
    { day: 1, time: '07:45' },
    { day: 2, time: '07:45' },
    { day: 3, time: '07:45' },
  ]);
  const twice = {
    enabled: true,
    periods: [
      { day: 1, time: '07:45' },
      { day: 1, time: '07:45' },
    ],
  };
  expect(planOf(twice).periods).toEqual([{ day: 1, time: '07:45' }]);
});

test('no more periods than the platform takes', () => {
  let plan = planOf(undefined);
  for (let minute = 0; minute < 60; minute += 1) {
    plan = withPeriods(plan, WEEK, `07:${String(minute).padStart(2, '0')}`);
  }
  expect(plan.periods).toHaveLength(MAX_WAKE_PERIODS);
});

test('one period is taken out', () => {
  const plan = withPeriods(empty, [1, 2], '07:45');
  expect(withoutPeriod(plan, { day: 1, time: '07:45' }).periods).toEqual([{ day: 2, time: '07:45' }]);
});

test('a schedule that is on and empty cannot be submitted, and one that is cleared can', () => {
  expect(canSubmitPlan(empty)).toBe(false);
  expect(canSubmitPlan(withPeriods(empty, [1], '07:45'))).toBe(true);
  expect(clearedPlan).toEqual({ enabled: false, periods: [] });
  expect(canSubmitPlan(clearedPlan)).toBe(true);
});

test('a schedule is active, paused or none', () => {
  const plan = withPeriods(empty, [1], '07:45');
  expect(planState(plan)).toBe('active');
  expect(planState({ ...plan, enabled: false })).toBe('paused');
  expect(planState(empty)).toBe('none');
  expect(planState(planOf(null))).toBe('none');
});

test('plans are the same by what they do', () => {
  const plan = withPeriods(empty, [1, 2], '07:45');
  expect(isSamePlan(plan, planOf({ enabled: true, periods: [...plan.periods].reverse() }))).toBe(true);
  expect(isSamePlan(plan, { ...plan, enabled: false })).toBe(false);
  expect(isSamePlan(plan, withoutPeriod(plan, { day: 1, time: '07:45' }))).toBe(false);
  expect(isSamePlan(plan, withPeriods(empty, [1, 2], '07:46'))).toBe(false);
});
