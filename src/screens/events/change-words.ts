/** Descriptions of administrators' changes. Names come from users: they are cut and shown as plain text. */
import { shownText } from '#domain/shown-text.ts';
import type { ChangedField, ResourceLog } from '#protocol/rest/event-log.ts';
import { changeWord } from './event-words.ts';
import { fieldWords, m } from './messages.ts';

/** Requests with a more specific description than “changed”. The first match counts. */
const CALLS: readonly { method: string; path: RegExp; word: string }[] = [
  { method: 'GET', path: /./, word: m.shown },
  { method: 'POST', path: /\/tokens\/rotate$/, word: m.newToken },
  { method: 'DELETE', path: /\/tokens$/, word: m.revoked },
  { method: 'POST', path: /^\/v1\/syncs\/[^/]+\/run$/, word: m.started },
  { method: 'POST', path: /^\/v1\/syncs\/[^/]+\/stop$/, word: m.stopped },
  { method: 'POST', path: /^\/v1\/tutors\/import(bulk)?$/, word: m.invited },
  { method: 'POST', path: /^\/v1\/rolelinks\/changes$/, word: m.changed },
];

export function adminChangeWord(log: ResourceLog): string {
  const { method, path = '' } = log.parameters;
  return CALLS.find((call) => call.method === method && call.path.test(path))?.word ?? changeWord(log);
}

const label = (field: string): string =>
  Object.hasOwn(fieldWords, field) ? fieldWords[field as keyof typeof fieldWords] : shownText(field, 40);

const listed = (texts: readonly string[]): string => shownText(texts.join(', '), 500);

function difference({ before, after }: ChangedField): string {
  if (before.length === 0) return m.came({ after: listed(after) });
  if (after.length === 0) return m.went({ before: listed(before) });
  return m.wasAndIs({ before: listed(before), after: listed(after) });
}

/** One line per field. A resource that was created or deleted as a whole lists its fields only. */
export function changedFields(log: ResourceLog): { key: string; label: string; text: string }[] {
  const { changes = [] } = log.parameters;
  const isWhole =
    changes.every(({ before }) => before.length === 0) || changes.every(({ after }) => after.length === 0);
  const listsValues = isWhole && changes.length > 1;
  return changes.map((change) => ({
    key: change.field,
    label: label(change.field),
    text: listsValues ? listed([...change.before, ...change.after]) : difference(change),
  }));
}

export const changeLine = (log: ResourceLog): string =>
  changedFields(log)
    .map(({ label: field, text }) => `${field}: ${text}`)
    .join(' · ');
