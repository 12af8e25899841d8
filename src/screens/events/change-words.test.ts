// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import { adminChangeWord, changedFields, changeLine } from './change-words.ts';

const change = (parameters: ResourceLog['parameters'], more: Partial<ResourceLog> = {}): ResourceLog => ({
  id: 'r',
  loggedTime: '2026-11-21T10:00:00.000Z',
  tutorId: 't',
  tutorName: 'Ada',
  parameters,
  resourceType: 'sites',
  resourceId: 's',
  resourceName: 'Northgate',
  ...more,
});

test.each([
  ['POST', '/v1/sites', 'Created'],
  ['PUT', '/v1/sites/s', 'Changed'],
  ['DELETE', '/v1/sites/s', 'Deleted'],
  ['GET', '/v1/sites/s/tokens', 'Secret shown'],
  ['POST', '/v1/sites/s/tokens/rotate', 'New token'],
  ['DELETE', '/v1/sites/s/tokens', 'Tokens revoked'],
  ['POST', '/v1/syncs/j/run', 'Started'],
  ['POST', '/v1/syncs/j/stop', 'Stopped'],
  ['POST', '/v1/tutors/importbulk', 'Invited'],
  ['POST', '/v1/rolelinks/changes', 'Changed'],
  ['TRACE', '/v1/sites', 'Unknown'],
])('%s %s is “%s”', (method, path, word) => {
  expect(adminChangeWord(change({ method, path }))).toBe(word);
});

test('says what was different before, and what came and went of a list', () => {
  const changes = [
    { field: 'name', before: ['Northgate'], after: ['Northgate School'] },
    { field: 'roles', before: [], after: ['Teacher, Riverside', 'Teacher, Hillcrest'] },
    { field: 'tag', before: ['Boarding'], after: [] },
  ];
  expect(changeLine(change({ changes }))).toBe(
    'Name: Northgate → Northgate School · Roles: added Teacher, Riverside, Teacher, Hillcrest · Tag: removed Boarding',
  );
});

test('what was made or deleted as a whole is told by its fields', () => {
  const changes = [
    { field: 'name', before: [], after: ['Attic'] },
    { field: 'site', before: [], after: ['Riverside'] },
  ];
  expect(changeLine(change({ changes }))).toBe('Name: Attic · Site: Riverside');
});

test('texts of people stay texts, and a field without a word is called as it is', () => {
  const changes = [{ field: 'constructor', before: [], after: ['<img src=x>\u202e'] }];
  expect(changedFields(change({ changes }))).toEqual([
    { key: 'constructor', label: 'constructor', text: 'added <img src=x>' },
  ]);
});
