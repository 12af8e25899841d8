import type { Period } from '#domain/policies/conditions.ts';

/** Limit of the platform. */
export const MAX_PERIODS = 200;
const WORKDAYS = [1, 2, 3, 4, 5];

/** Copies the periods of one day to Monday to Friday, replacing theirs. */
export function copiedToWorkdays<P extends Period>(periods: readonly P[], from: number): (P | Period)[] {
  const copied = periods.filter(({ day }) => day === from);
  const others = WORKDAYS.filter((day) => day !== from);
  return [
    ...periods.filter(({ day }) => !others.includes(day)),
    ...others.flatMap((day) => copied.map(({ startTime, endTime }) => ({ day, startTime, endTime }))),
  ].slice(0, MAX_PERIODS);
}
