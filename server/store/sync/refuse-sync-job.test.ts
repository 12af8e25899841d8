import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportSettings, SyncJobBody } from '#protocol/rest/sync-job.ts';
import { openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { refuseSyncJob } from './refuse-sync-job.ts';

const LONG_MS = 60_000;
const KINDS = {
  tutors: { tutors: { roles: ['consoleUser'] } },
  users: { users: {} },
  devices: { devices: {} },
  groups: { groups: { permissions: true, memberPermissions: false, definitionName: 'userGroup' } },
} as const satisfies Record<string, ImportSettings>;
type Kind = keyof typeof KINDS;
const EACH = Object.keys(KINDS) as Kind[];

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore('pglite', 1);
}, LONG_MS);
afterAll(() => store.dispose(), LONG_MS);

const body = (kind: Kind, more: Partial<SyncJobBody> = {}): SyncJobBody => ({
  name: 'Job',
  enabled: true,
  frequency: 12,
  integrationId: 'google-schools',
  siteId: 'riverside',
  tagId: null,
  directorySettings: { ou: '/Here', group: 'here', recursive: true },
  importSettings: KINDS[kind],
  ...more,
});
const why = async (kind: Kind, more?: Partial<SyncJobBody>) =>
  (await refuseSyncJob(store.db, 'demo', body(kind, more)))?.why;
const nowhere = { recursive: true } as const;

it.each(EACH)('%s need a directory and one place, and both have to be there', async (kind) => {
  expect(await why(kind)).toBeUndefined();
  expect(await why(kind, { integrationId: 'none' })).toBe('There is no such directory.');
  expect(await refuseSyncJob(store.db, 'other', body(kind))).toMatchObject({ field: 'integrationId' });
  expect(await why(kind, { siteId: null })).toBe('A site is required.');
  expect(await why(kind, { siteId: 'none' })).toBe('There is no such site.');
  expect(await why(kind, { tagId: 'secondary' })).toBe('A job has a site or a tag, not both.');
});

it.each(EACH)('%s come to a tag, or to a site alone', async (kind) => {
  const { id: tagId } = await store.db
    .selectFrom('tags')
    .select('id')
    .where('tenant', '=', 'demo')
    .executeTakeFirstOrThrow();
  const isTutors = kind === 'tutors';
  expect(await why(kind, { siteId: null, tagId })).toBe(isTutors ? undefined : 'Only tutors come to a tag.');
  expect(await why(kind, { siteId: null, tagId: 'none' })).toBe(
    isTutors ? 'There is no such tag.' : 'Only tutors come to a tag.',
  );
});

it.each(EACH)('%s need a place at their directory, unless they are groups', async (kind) => {
  const expected = kind === 'groups' ? undefined : 'A path or a group id is required.';
  for (const [integrationId, otherwise] of [
    ['google-schools', { group: 'here' }],
    ['microsoft-campus', { ou: '/Here' }],
  ] as const) {
    expect(await why(kind, { integrationId, directorySettings: nowhere })).toBe(expected);
    expect(await why(kind, { integrationId, directorySettings: { ...nowhere, ...otherwise } })).toBe(
      expected,
    );
  }
});

it('tutors get no role that is hidden, for the whole tenant, or not there', async () => {
  const of = (...roles: string[]) => why('tutors', { importSettings: { tutors: { roles } } });
  expect(await of()).toBeUndefined();
  expect(await of('consoleUser', 'consoleUser', 'policyUser')).toBeUndefined();
  await store.db.updateTable('roles').set({ hidden: true }).where('id', '=', 'eventViewer').execute();
  const refused = await of('consoleUser', 'superAdmin');
  expect(refused).toBeDefined();
  for (const role of ['eventViewer', 'none']) expect(await of('consoleUser', role)).toBe(refused);
});

it('groups of devices are of Microsoft alone', async () => {
  const importSettings = { groups: { ...KINDS.groups.groups, definitionName: 'deviceGroup' } } as const;
  expect(await why('groups', { importSettings })).toBe('This directory has no groups of devices.');
  expect(await why('groups', { importSettings, integrationId: 'microsoft-campus' })).toBeUndefined();
});
