/**
 * Wake schedule of the computers of a group. It consists of start times on days of the week, nothing else.
 * Pure: the dialog only displays the results.
 */

/** `day`: 0 = Sunday … 6 = Saturday. `time`: HH:MM, the site's own clock. */
export type WakePeriod = { day: number; time: string };
export type WakePlan = { enabled: boolean; periods: readonly WakePeriod[] };

/** The days in the order of display, Monday to Sunday. */
export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

/** The platform accepts no more. */
export const MAX_WAKE_PERIODS = 200;

const isStartTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

/** Sorted by day of the week, then by time. */
const inOrder = (periods: readonly WakePeriod[]): WakePeriod[] =>
  [...periods].sort((a, b) => WEEK.indexOf(a.day) - WEEK.indexOf(b.day) || (a.time < b.time ? -1 : 1));

const isSame = (a: WakePeriod, b: WakePeriod) => a.day === b.day && a.time === b.time;

const without = (periods: readonly WakePeriod[], period: WakePeriod): WakePeriod[] =>
  periods.filter((each) => !isSame(each, period));

/** The form can add periods once it has at least one day and a valid start time. */
export const canAddPeriods = (days: readonly number[], time: string): boolean =>
  days.length > 0 && isStartTime(time);

/** Adds one period a day. A period that exists already is not duplicated. */
export function withPeriods(plan: WakePlan, days: readonly number[], time: string): WakePlan {
  if (!canAddPeriods(days, time)) return plan;
  const added = days.map((day) => ({ day, time }));
  const others = plan.periods.filter((each) => !added.some((other) => isSame(each, other)));
  const unique = WEEK.flatMap((day) => added.find((each) => each.day === day) ?? []);
  return { ...plan, periods: inOrder([...others, ...unique]).slice(0, MAX_WAKE_PERIODS) };
}

export const withoutPeriod = (plan: WakePlan, period: WakePeriod): WakePlan => ({
  ...plan,
  periods: without(plan.periods, period),
});

/** Result of 'Clear schedule': no periods, and no wakes. */
export const clearedPlan: WakePlan = { enabled: false, periods: [] };

/** A schedule that is on must have at least one period. */
export const canSubmitPlan = ({ enabled, periods }: WakePlan): boolean => !enabled || periods.length > 0;

/** The group's periods in order, each once. A group without a schedule has an empty one that is off. */
export function planOf(wol: WakePlan | null | undefined): WakePlan {
  const periods = inOrder(wol?.periods ?? []);
  return {
    enabled: wol?.enabled ?? false,
    periods: periods.filter((each, index) => index === periods.findIndex((other) => isSame(each, other))),
  };
}

export const isSamePlan = (a: WakePlan, b: WakePlan): boolean =>
  a.enabled === b.enabled &&
  a.periods.length === b.periods.length &&
  a.periods.every((each, index) => b.periods.some((other, at) => at === index && isSame(each, other)));

/** 'paused': the schedule has periods but is switched off. */
export const planState = ({ enabled, periods }: WakePlan): 'active' | 'paused' | 'none' =>
  periods.length === 0 ? 'none' : enabled ? 'active' : 'paused';
