/** Describes a student's event. Values from the device are plain text, and cut to fit. */
import { shownText } from '#domain/shown-text.ts';
import { dayAndTimeWithSeconds } from '#domain/time-text.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { detailLabel, happened, m } from './messages.ts';

export const whoOf = (log: Pick<UserLog, 'userName'>): string =>
  shownText(log.userName ?? '', 100) || m.unknownUser;

/** Named after the policy's effect or the action, otherwise in the device's words. */
export function whatHappened(log: Pick<UserLog, 'effectType' | 'actionType' | 'text'>): string {
  for (const kind of [log.effectType, log.actionType]) {
    if (kind && Object.hasOwn(happened, kind)) return happened[kind as keyof typeof happened];
  }
  return shownText(log.text ?? '', 120) || happened.other;
}

export type EventDetail = { key: string; label: string; text: string };

/** Events travel for seconds. A larger difference means a wrong clock, or a device that was offline. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** The time of the event by the device's clock, if it differs from the time of receipt. */
function deviceTime({ timeTriggered, deviceTime: time }: Pick<UserLog, 'timeTriggered' | 'deviceTime'>) {
  const ms = Date.parse(time ?? '');
  return Math.abs(ms - Date.parse(timeTriggered)) > MAX_CLOCK_SKEW_MS ? dayAndTimeWithSeconds(ms) : undefined;
}

/** The place, window and word of the event, as the device sent them. */
export function eventDetails(
  log: Pick<UserLog, 'context' | 'text' | 'timeTriggered' | 'deviceTime'>,
): EventDetail[] {
  const values: Record<string, unknown> = { ...log.context, text: log.text, deviceTime: deviceTime(log) };
  return Object.entries(detailLabel).flatMap(([key, label]) => {
    const value = values[key];
    const text = typeof value === 'string' ? shownText(value) : '';
    return text === '' ? [] : [{ key, label, text }];
  });
}

/** One line for a toast: the kind of event and its first detail. */
export function eventLine(log: UserLog): string {
  const [detail] = eventDetails({ ...log, deviceTime: null });
  const what = whatHappened(log);
  return detail === undefined || detail.text === what ? what : `${what}: ${shownText(detail.text, 120)}`;
}

/** Whether the event happened after the last viewed one. */
export const isNewer = (log: Pick<UserLog, 'timeTriggered'>, lastLook: string | undefined): boolean =>
  lastLook === undefined || Date.parse(log.timeTriggered) > Date.parse(lastLook);
