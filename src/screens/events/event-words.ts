/** Descriptions of tutors' events. Names and texts come from users: they are cut and shown as plain text. */

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

/** A type without a text of its own is shown as the service names it. */
export const typeWord = (type: string): string =>
  wordOf(typeWords, type) ?? (shownText(type, 60) || m.unknown);

export const typeOf = ({ resourceType }: ResourceLog): string => typeWord(resourceType);

/** Resources without a name, or with one instance per site. */
const NAMELESS: ReadonlySet<string> = new Set(['site-settings', 'feedback']);

/** The current name, or else the former one. */
export function resourceName({ resourceType, resourceName: name, parameters }: ResourceLog): string {
  const type = typeWord(resourceType);
  return (
    shownText(name ?? parameters.name ?? '', 100) ||
    (NAMELESS.has(resourceType) ? type : m.nameNotFound({ type }))
  );
}

/** Derived from the request: a POST to a collection creates something. */
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

/** The target of an action. */
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

/** Parameters with rich text. In others, markup is plain text. */
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

/** Known parameters of an action, in the order of `parameterWords`. */
export function actionDetails({ parameters }: TutorActionLog): Detail[] {
  return Object.entries(parameterWords).flatMap(([key, label]) => {
    const text = Object.hasOwn(parameters, key) ? plain(parameters[key], RICH.has(key)) : '';
    return text === '' ? [] : [{ key, label, text }];
  });
}

export const detailLine = (details: readonly Detail[]): string =>
  details.map(({ label, text }) => `${label}: ${text}`).join(' · ');
