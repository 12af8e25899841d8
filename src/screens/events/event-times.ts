import { dayAndTimeWithSeconds } from '#domain/time-text.ts';

export function timeText(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? '' : dayAndTimeWithSeconds(ms);
}

/** Converts a local time (without a zone) to ISO 8601; undefined where it is invalid. */
export function isoOfLocal(local: string | undefined): string | undefined {
  const ms = local === undefined ? Number.NaN : Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
