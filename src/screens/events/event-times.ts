import { dayAndTimeWithSeconds } from '#domain/time-text.ts';

export function timeText(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? '' : dayAndTimeWithSeconds(ms);
}

/** A time as a person picks it, without a zone: that of this computer. Undefined where it is none. */
export function isoOfLocal(local: string | undefined): string | undefined {
  const ms = local === undefined ? Number.NaN : Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
