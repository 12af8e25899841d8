/** What an event of a student says, in words. What the device has put into it stays text, cut to what fits. */
import { shownText } from '#domain/shown-text.ts';
import { dayAndTimeWithSeconds } from '#domain/time-text.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { detailLabel, happened, m } from './messages.ts';

export const whoOf = (log: Pick<UserLog, 'userName'>): string =>
  shownText(log.userName ?? '', 100) || m.unknownUser;

/** Named by the effect of the policy or by the action; otherwise in the words of the device. */
export function whatHappened(log: Pick<UserLog, 'effectType' | 'actionType' | 'text'>): string {
  for (const kind of [log.effectType, log.actionType]) {
    if (kind && Object.hasOwn(happened, kind)) return happened[kind as keyof typeof happened];
  }
  return shownText(log.text ?? '', 120) || happened.other;
}

export type EventDetail = { key: string; label: string; text: string };

/** Events travel for seconds; a clock that is farther away is wrong, or the device was offline. */
const SAME_TIME_MS = 60_000;

/** What the clock of the device said, where that differs from the time at which the event was received. */
function deviceTime({ timeTriggered, deviceTime: time }: Pick<UserLog, 'timeTriggered' | 'deviceTime'>) {
  const ms = Date.parse(time ?? '');
  return Math.abs(ms - Date.parse(timeTriggered)) > SAME_TIME_MS ? dayAndTimeWithSeconds(ms) : undefined;
}

/** Where, in which window, with which word, as the device sent it. */
export function eventDetails(
  log: Pick<UserLog, 'context' | 'text' | 'timeTriggered' | 'deviceTime'>,
): EventDetail[] {
  const said: Record<string, unknown> = { ...log.context, text: log.text, deviceTime: deviceTime(log) };
  return Object.entries(detailLabel).flatMap(([key, label]) => {
    const value = said[key];
    const text = typeof value === 'string' ? shownText(value) : '';
    return text === '' ? [] : [{ key, label, text }];
  });
}

/** One line for a toast: what happened, and the first detail. */
export function eventLine(log: UserLog): string {
  const [detail] = eventDetails({ ...log, deviceTime: null });
  const what = whatHappened(log);
  return detail === undefined || detail.text === what ? what : `${what}: ${shownText(detail.text, 120)}`;
}

/** Did it happen after everything that was looked at? */
export const isNewer = (log: Pick<UserLog, 'timeTriggered'>, lastLook: string | undefined): boolean =>
  lastLook === undefined || Date.parse(log.timeTriggered) > Date.parse(lastLook);
