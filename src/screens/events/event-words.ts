/** What an event of a tutor says, in words. Names and texts in it are people's: they stay text, cut to what fits. */

import { shownText } from '#domain/shown-text.ts';
import type { ResourceLog, TutorActionLog } from '#protocol/rest/event-log.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { htmlText } from './html-text.ts';
import { actionWords, m, parameterWords, typeWords } from './messages.ts';

const wordOf = <Words extends Record<string, string>>(words: Words, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

export const actionWord = (action: string): string => wordOf(actionWords, action) ?? m.unknown;

export const tutorName = ({ tutorName: name }: { tutorName: string | null }): string =>
  shownText(name ?? '', 100) || m.nameNotFound({ type: m.tutor });

/** A type without a word of its own is called as the service calls it. */
export const typeWord = (type: string): string =>
  wordOf(typeWords, type) ?? (shownText(type, 60) || m.unknown);

export const typeOf = ({ resourceType }: ResourceLog): string => typeWord(resourceType);

/** There is one of them on a site, or nobody names them. */
const NAMELESS: ReadonlySet<string> = new Set(['site-settings', 'feedback']);

/** The thing's name now, else the one that it had. */
export function resourceName({ resourceType, resourceName: name, parameters }: ResourceLog): string {
  const type = typeWord(resourceType);
  return (
    shownText(name ?? parameters.name ?? '', 100) ||
    (NAMELESS.has(resourceType) ? type : m.nameNotFound({ type }))
  );
}

/** By how the service was called: what is posted to a whole collection is new. */
export function changeWord({ resourceType, parameters: { method, path } }: ResourceLog): string {
  switch (method) {
    case 'POST':
      return path === `/v1/${resourceType}` ? m.created : m.changed;
    case 'PUT':
    case 'PATCH':
      return m.changed;
    case 'DELETE':
      return m.deleted;
    default:
      return m.unknown;
  }
}

const RUNNERS: ReadonlySet<string> = new Set(['wol', 'dnslookup']);

const targetsOf = ({ parameters: { targets } }: TutorActionLog): readonly unknown[] =>
  Array.isArray(targets) ? targets : [];

/** Empty where the event names no device. */
export const deviceText = ({ clientId, deviceName }: UserLog): string =>
  clientId ? shownText(deviceName ?? '', 100) || m.nameNotFound({ type: m.device }) : '';

/** Whom an action was for. */
export function targetText(log: TutorActionLog): string {
  const { targetGroupId, targetGroupName, targetUserName, combinedTargetIdentifier, parameters } = log;
  if (targetGroupId !== null) {
    const formerName = typeof parameters.groupName === 'string' ? parameters.groupName : '';
    return shownText(targetGroupName ?? formerName, 100) || m.groupDeleted;
  }
  const several = targetsOf(log).length;
  if (several > 0) return m.severalTargets({ count: several });
  if (combinedTargetIdentifier?.includes('/'))
    return shownText(targetUserName ?? '', 100) || m.nameNotFound({ type: m.student });
  return RUNNERS.has(log.action) ? m.runners : m.wholeSite;
}

export type Detail = { key: string; label: string; text: string };

/** These are written as rich text; in others a mark is a mark. */
const RICH: ReadonlySet<string> = new Set(['content', 'message', 'question']);

function plain(value: unknown, isRich = false): string {
  if (typeof value === 'string') return shownText(isRich ? htmlText(value) : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return '';
  const parts = value.map((each) =>
    typeof each === 'object' && each !== null && 'name' in each ? plain(each.name) : plain(each),
  );
  return shownText(parts.filter(Boolean).join(', '));
}

/** What an action carried: what has a word here, in the order of the words. */
export function actionDetails({ parameters }: TutorActionLog): Detail[] {
  return Object.entries(parameterWords).flatMap(([key, label]) => {
    const text = Object.hasOwn(parameters, key) ? plain(parameters[key], RICH.has(key)) : '';
    return text === '' ? [] : [{ key, label, text }];
  });
}

export const detailLine = (details: readonly Detail[]): string =>
  details.map(({ label, text }) => `${label}: ${text}`).join(' · ');
