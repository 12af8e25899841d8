/** Describes a schema's issue for people: the field's name and the reason. */
import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** The library's own messages name types and keys. The messages of our schemas do not. */
const OF_THE_LIBRARY = /^Invalid [a-z0-9 -]+: (Expected|Received) /i;

/** An issue as text, such as “Name: Max 255 characters”; “Email (entry 3): …” for an entry of a list. */
export function issueText(issue: Issue): string {
  const keys = issue.path?.map(({ key }) => key) ?? [];
  const field = keys.findLast((key) => typeof key === 'string');
  const reason = OF_THE_LIBRARY.test(issue.message) ? reasonOf(issue) : issue.message;
  if (field === undefined) return reason;
  const at = keys.findLast((key) => typeof key === 'number');
  const entry = at === undefined ? '' : ` (entry ${at + 1})`;
  return `${fieldWords(field)}${entry}: ${reason}`;
}

/** `adminEmail` is “Admin email”, `siteId` is “Site”: people choose by names, not by ids. */
export function fieldWords(field: string): string {
  const words = field
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .trim()
    .toLowerCase()
    .replace(/(?<=.) ids?$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const LIMITS: Readonly<Record<string, (limit: unknown, unit: string) => string>> = {
  max_length: (limit, unit) => `Max ${limit} ${unit}`,
  min_length: (limit, unit) => (limit === 1 ? 'Field is required' : `Min ${limit} ${unit}`),
  non_empty: () => 'Field is required',
  length: (limit, unit) => `Exactly ${limit} ${unit}`,
  max_value: (limit) => `At most ${limit}`,
  min_value: (limit) => `At least ${limit}`,
  integer: () => 'A whole number is needed',
};

function reasonOf(issue: Issue): string {
  if (issue.path === undefined) return 'The request does not have the expected form';
  if (issue.expected === 'never') return 'Not a known field';
  if (issue.received === 'undefined' || issue.received === 'null') return 'Field is required';
  const unit = Array.isArray(issue.input) ? 'entries' : 'characters';
  return LIMITS[issue.type]?.(issue.requirement, unit) ?? 'Not a valid value';
}
