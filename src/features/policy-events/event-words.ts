/** What an event of a student says, in words. What the device has put into it stays text, cut to what fits. */
import { shownText } from '#domain/shown-text.ts';
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

/** Where, in which window, with which word: whatever of it the device said. */
export function eventDetails(log: Pick<UserLog, 'context' | 'text'>): EventDetail[] {
  const said: Record<string, unknown> = { ...log.context, text: log.text };
  return Object.entries(detailLabel).flatMap(([key, label]) => {
    const value = said[key];
    const text = typeof value === 'string' ? shownText(value) : '';
    return text === '' ? [] : [{ key, label, text }];
  });
}

/** One line for a toast: what happened, and the first detail. */
export function eventLine(log: UserLog): string {
  const [detail] = eventDetails(log);
  const what = whatHappened(log);
  return detail === undefined || detail.text === what ? what : `${what}: ${shownText(detail.text, 120)}`;
}

/** Did it happen after everything that was looked at? */
export const isNewer = (log: Pick<UserLog, 'timeTriggered'>, lastLook: string | undefined): boolean =>
  lastLook === undefined || Date.parse(log.timeTriggered) > Date.parse(lastLook);
