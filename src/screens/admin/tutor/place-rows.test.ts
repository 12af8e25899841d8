import { describe, expect, test } from 'vitest';
import { filterPlaces, NO_FILTER, searchPlaces, siteRowsOf, tagRowsOf } from './place-rows.ts';

const site = (id: string, name: string, tags: string[] = [], subnodes: ReturnType<typeof siteOf>[] = []) =>
  siteOf(id, name, tags, subnodes);
const siteOf = (id: string, name: string, tags: string[], subnodes: object[]) =>
  ({ id, name, tags, subnodes }) as { id: string; name: string; tags: string[]; subnodes: never[] };

const ROWS = siteRowsOf([
  site('r', 'Riverside', ['city']),
  site('h', 'Hillcrest', ['rural'], [siteOf('s', 'Sixth form', ['city'], [])]),
]);
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(' ');

test('nested sites follow theirs, by name, and say what they are in', () => {
  expect(ids(ROWS)).toBe('h s r');
  expect(ROWS.map(({ above }) => above)).toEqual(['', 'Hillcrest', '']);
  expect(
    ids(
      tagRowsOf([
        { id: 'b', name: 'B' },
        { id: 'a', name: 'a' },
      ]),
    ),
  ).toBe('a b');
});

test('a search goes by the name', () => {
  expect(ids(searchPlaces(ROWS, ' SIDE '))).toBe('r');
  expect(ids(searchPlaces(ROWS, ''))).toBe('h s r');
});

describe('filters', () => {
  const at = (siteId: string) => ({ kind: 'site' as const, siteId });
  const links = [
    { roleId: 'user', canGrant: false, place: at('h') },
    { roleId: 'viewer', canGrant: true, place: at('r') },
    { roleId: 'user', canGrant: true, place: { kind: 'tag' as const, tagId: 's' } },
    { roleId: 'logs', canGrant: true, place: { kind: 'tag' as const, tagId: 'city' } },
  ];
  const shown = (filter: object) => ids(filterPlaces(ROWS, { ...NO_FILTER, ...filter }, links));

  test.each<[string, object, string]>([
    ['none', {}, 'h s r'],
    ['a tag', { tagIds: new Set(['city']) }, 's r'],
    ['a role', { roleIds: new Set(['user']) }, 'h'],
    ['one of two roles', { roleIds: new Set(['user', 'viewer']) }, 'h r'],
    ['a role by a tag', { roleIds: new Set(['logs']) }, 's r'],
    ['can grant', { grant: 'can-grant' }, 's r'],
    ['cannot grant', { grant: 'cannot-grant' }, 'h'],
    ['cannot grant, of a role', { grant: 'cannot-grant', roleIds: new Set(['viewer']) }, ''],
    ['without empty sites', { hidesEmpty: true }, 'h s r'],
    ['without empty sites, of a role', { hidesEmpty: true, roleIds: new Set(['user']) }, 'h'],
    ['a tag and without empty sites', { tagIds: new Set(['city']), hidesEmpty: true }, 's r'],
    ['another tag and without empty sites', { tagIds: new Set(['rural']), hidesEmpty: true }, 'h'],
  ])('%s', (_what, filter, expected) => {
    expect(shown(filter)).toBe(expected);
  });
});
