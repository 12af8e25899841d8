import * as v from 'valibot';
import { expect, it } from 'vitest';
import { syncJobBodySchema } from '#protocol/rest/sync-job.ts';
import { fieldWords, issueText } from './issue-text.ts';

const schema = v.strictObject({
  siteId: v.string(),
  adminEmail: v.pipe(v.string(), v.minLength(1), v.maxLength(5), v.regex(/^\w+$/)),
  countdown: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9))),
  roleIds: v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(2))), v.maxLength(1))),
  state: v.optional(v.picklist(['on', 'off'])),
  own: v.optional(v.pipe(v.string(), v.minLength(3, 'At least a word'))),
  users: v.optional(v.array(v.object({ email: v.pipe(v.string(), v.email()) }))),
});
const GOOD = { siteId: 's', adminEmail: 'a' };

const textsOf = (of: v.GenericSchema, value: unknown) => v.safeParse(of, value).issues?.map(issueText) ?? [];

it.each<[object, string[]]>([
  [{ adminEmail: 'a' }, ['Site: Field is required']],
  [{ ...GOOD, siteId: null }, ['Site: Field is required']],
  [{ ...GOOD, siteId: 7 }, ['Site: Not a valid value']],
  [{ ...GOOD, adminEmail: '' }, ['Admin email: Field is required']],
  [{ ...GOOD, adminEmail: 'abcdef' }, ['Admin email: Max 5 characters']],
  [{ ...GOOD, countdown: 1.5 }, ['Countdown: A whole number is needed']],
  [{ ...GOOD, countdown: 0 }, ['Countdown: At least 1']],
  [{ ...GOOD, countdown: 10 }, ['Countdown: At most 9']],
  [{ ...GOOD, roleIds: ['ab', 'cd'] }, ['Role: Max 1 entries']],
  [{ ...GOOD, roleIds: ['a'] }, ['Role (entry 1): Min 2 characters']],
  [{ ...GOOD, state: 'idle' }, ['State: Not a valid value']],
  [{ ...GOOD, own: 'a' }, ['Own: At least a word']],
  [{ ...GOOD, users: [{ email: 'a@b.example' }, { email: 'x' }] }, ['Email (entry 2): Not a valid value']],
  [{ ...GOOD, more: 1 }, ['More: Not a known field']],
])('%j is refused in words', (value, texts) => {
  expect(textsOf(schema, value)).toEqual(texts);
});

it('says what a request without any form needs', () => {
  expect(textsOf(schema, 'text')).toEqual(['The request does not have the expected form']);
});

it('names the one import that a job has', () => {
  const job = {
    integrationId: 'i',
    name: 'Nightly',
    enabled: true,
    frequency: 12,
    directorySettings: {},
    importSettings: { users: {}, devices: {} },
  };
  expect(textsOf(syncJobBodySchema, job)).toEqual([
    'Import settings: A job has exactly one import: tutors, users, devices or groups',
  ]);
  expect(textsOf(syncJobBodySchema, { ...job, importSettings: { users: {} } })).toEqual([]);
});

it.each([
  ['name', 'Name'],
  ['siteId', 'Site'],
  ['tagIds', 'Tag'],
  ['id', 'Id'],
  ['disabledTTL', 'Disabled ttl'],
  ['email_to_import', 'Email to import'],
])('%s is “%s”', (field, words) => {
  expect(fieldWords(field)).toBe(words);
});
