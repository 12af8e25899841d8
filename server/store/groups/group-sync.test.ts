import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { type CourseContent, createGroupSync, type GroupSource, type GroupSync } from './group-sync.ts';

let store: TestStore;
let groups: GroupSync;
const GROUP = { tenant: 'demo', site: 'riverside', groupId: '' };
beforeAll(async () => {
  store = await openTestStore('pglite', 60);
  groups = createGroupSync(store.db);
  const row = await store.db
    .selectFrom('groups')
    .select('id')
    .where('name', '=', '9A Geography')
    .executeTakeFirstOrThrow();
  GROUP.groupId = row.id;
}, 60_000);
afterAll(() => store.dispose());

const content = (names: readonly string[], fields: Partial<CourseContent> = {}): CourseContent => ({
  courseName: 'Geography',
  joined: names.map((name) => ({ id: name, name, email: `${name}@new.example` })),
  left: [],
  isWhole: true,
  cursor: undefined,
  ...fields,
});
const source = async () => (await groups.source(GROUP)) as GroupSource;
async function names(): Promise<string[]> {
  const rows = await store.db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select('users.name')
    .where('group_id', '=', GROUP.groupId)
    .execute();
  return rows.map(({ name }) => name).toSorted();
}

it('leaves a group alone that somebody else has brought up to date since it was read', async () => {
  const early = await source();
  expect(await groups.apply(GROUP, early, content(['ann', 'ben']), 1_000)).toMatchObject({ added: 2 });
  const late = await groups.apply(GROUP, early, content(['cid']), 2_000);
  expect(late).toEqual({ added: 0, removed: 0, peopleChanged: false });
  expect(await names()).toEqual(['ann', 'ben']);
});

it('adds and removes what has changed, and goes on from there only while nobody else has', async () => {
  await groups.apply(GROUP, await source(), content(['ann', 'ben'], { cursor: 'one' }), 3_000);
  expect((await source()).since).toBe('one');
  const changes = content(['cid'], { isWhole: false, left: ['ann', 'nobody'], cursor: 'two' });
  expect(await groups.apply(GROUP, await source(), changes, 4_000)).toMatchObject({ added: 1, removed: 1 });
  expect(await names()).toEqual(['ben', 'cid']);
  expect((await source()).since).toBe('two');
  await store.db.deleteFrom('users').where('name', '=', 'cid').execute();
  expect((await source()).since).toBeUndefined();
});

it('makes people of what can be kept, and none of tutors or the nameless', async () => {
  const odd = [
    { id: 'nul', name: 'A\u0000\ud800B', email: 'odd@new.example' },
    { id: 'long', name: '👩'.repeat(300), email: `${'x'.repeat(400)}@new.example` },
    { id: 'teacher', name: 'Tess', email: 'Teacher@demo.example' },
    { id: 'nobody', name: undefined, email: 'unknown@new.example' },
    { id: 'blank', name: ' \n', email: 'blank@new.example' },
    { id: 'no-mail', name: 'Mo', email: undefined },
  ];
  await groups.apply(GROUP, await source(), { ...content([]), joined: odd }, 5_000);
  expect(await names()).toEqual(['A  B', 'Mo', '👩'.repeat(255)]);
});
