import type { Period } from '#domain/policies/conditions.ts';

/** The limit of the platform. */
export const MAX_PERIODS = 200;
const WORKDAYS = [1, 2, 3, 4, 5];

/** The periods of one day on Monday to Friday, in place of what was there. */
export function copiedToWorkdays<P extends Period>(periods: readonly P[], from: number): (P | Period)[] {
  const copied = periods.filter(({ day }) => day === from);
  const others = WORKDAYS.filter((day) => day !== from);
  return [
    ...periods.filter(({ day }) => !others.includes(day)),
    ...others.flatMap((day) => copied.map(({ startTime, endTime }) => ({ day, startTime, endTime }))),
  ].slice(0, MAX_PERIODS);
}
