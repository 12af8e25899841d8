import { expect, test } from 'vitest';
import type { GroupWrites } from '../group-rest.ts';
import { EMPTY_DRAFT, type GroupDraft } from './group-draft.ts';
import { type SavedGroup, saveGroupDraft } from './save-group.ts';

const NEW: SavedGroup = {
  id: undefined,
  draft: EMPTY_DRAFT,
  global: false,
  applications: [],
  hasMembers: false,
};
const draft = (fields: Partial<GroupDraft>): GroupDraft => ({ ...EMPTY_DRAFT, name: '7A', ...fields });

/** Notes the calls; the one that is named fails. */
function createRest(failing?: keyof GroupWrites) {
  const calls: unknown[][] = [];
  const note =
    (name: keyof GroupWrites, answer: unknown = undefined) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      if (name === failing) throw new Error(name);
      return answer;
    };
  const rest = {
    create: note('create', { id: 'g' }),
    save: note('save'),
    saveMembers: note('saveMembers'),
    savePatterns: note('savePatterns'),
    saveTutors: note('saveTutors'),
    savePolicies: note('savePolicies', []),
    remove: note('remove'),
    sync: note('sync'),
  } as unknown as GroupWrites;
  return { rest, calls, names: () => calls.map(([name]) => name) };
}

test('a group is made, then its members, tutors and policies are saved', async () => {
  const { rest, calls } = createRest();
  const wanted = draft({
    name: ' 7A ',
    users: ['u1'],
    devices: ['not meant'],
    tutors: ['t1'],
    hostnames: ['lab'],
    policies: ['p1'],
  });
  const outcome = await saveGroupDraft(rest, NEW, wanted);
  expect(outcome).toMatchObject({ name: 'saved', saved: { id: 'g' } });
  expect(calls).toEqual([
    [
      'create',
      {
        definitionName: 'userGroup',
        name: '7A',
        properties: { permittedHostnames: ['lab'] },
        global: false,
        restrictions: null,
        meta: null,
        source: null,
        nativeIdf: null,
        integrationId: null,
      },
    ],
    ['saveMembers', 'g', { entries: ['u1'], former: [] }],
    ['saveTutors', 'g', { entries: ['t1'], former: [] }],
    [
      'savePolicies',
      { kind: 'groups', id: 'g' },
      { policies: [{ policyId: 'p1', disabled: false, disabledTTL: null, expiry: null }], former: [] },
    ],
  ]);
});

test('an import names its course, and leaves its members to the platform', async () => {
  const { rest, calls, names } = createRest();
  const course = { integrationId: 'i', service: 'google', id: 'c-1', name: 'Maths 7A' } as const;
  await saveGroupDraft(rest, NEW, draft({ type: 'import', users: ['not meant'], course }));
  expect(names()).toEqual(['create']);
  expect(calls[0]?.[1]).toMatchObject({
    definitionName: 'userGroup',
    meta: { courseName: 'Maths 7A' },
    source: 'google',
    nativeIdf: 'c-1',
    integrationId: 'i',
  });
});

test('the patterns of a new group are always said, also where there are none', async () => {
  const { rest, calls } = createRest();
  await saveGroupDraft(rest, NEW, draft({ type: 'match' }));
  expect(calls.slice(1)).toEqual([['savePatterns', 'g', { entries: [], former: [] }]]);
  const failing = createRest('savePatterns');
  const failed = await saveGroupDraft(failing.rest, NEW, draft({ type: 'match' }));
  const again = createRest();
  await saveGroupDraft(again.rest, failed.saved, draft({ type: 'match' }));
  expect(again.names()).toEqual(['savePatterns']);
});

test('after a failure the next attempt makes no second group, and goes on from there', async () => {
  const first = createRest('saveTutors');
  const wanted = draft({ users: ['u1'], tutors: ['t1'], policies: ['p1'] });
  const failed = await saveGroupDraft(first.rest, NEW, wanted);
  expect(failed).toMatchObject({ name: 'failed', part: 'tutors', saved: { id: 'g' } });
  const second = createRest();
  expect((await saveGroupDraft(second.rest, failed.saved, wanted)).name).toBe('saved');
  expect(second.names()).toEqual(['saveTutors', 'savePolicies']);
});

test('of a group that is there only what has changed is sent', async () => {
  const known: SavedGroup = {
    id: 'g',
    global: true,
    hasMembers: true,
    draft: draft({ type: 'match', patterns: ['a', 'b'], policies: ['p1', 'p2'] }),
    applications: [
      { policyId: 'p1', disabled: true },
      { policyId: 'p2', disabled: false },
    ],
  };
  const same = createRest();
  await saveGroupDraft(same.rest, known, { ...known.draft, patterns: ['b', 'a'], users: ['other type'] });
  expect(same.calls).toEqual([]);
  const { rest, calls } = createRest();
  await saveGroupDraft(rest, known, { ...known.draft, hostnames: ['lab'], policies: ['p1'] });
  expect(calls).toEqual([
    [
      'save',
      'g',
      {
        definitionName: 'deviceMatchGroup',
        name: '7A',
        global: true,
        properties: { permittedHostnames: ['lab'] },
      },
    ],
    // What is disabled for the group stays so, and what others have applied since the wizard was opened.
    [
      'savePolicies',
      { kind: 'groups', id: 'g' },
      { policies: [{ policyId: 'p1', disabled: true }], former: known.applications },
    ],
  ]);
});

test('a group that becomes one of another type begins without members', async () => {
  const known: SavedGroup = {
    ...NEW,
    id: 'g',
    hasMembers: true,
    draft: draft({ users: ['u1'], devices: ['d1'] }),
  };
  const { rest, calls } = createRest();
  await saveGroupDraft(rest, known, { ...known.draft, type: 'devices' });
  expect(calls).toEqual([
    [
      'save',
      'g',
      { definitionName: 'deviceGroup', name: '7A', global: false, formerDefinitionName: 'userGroup' },
    ],
    ['saveMembers', 'g', { entries: ['d1'], former: [] }],
  ]);
});

test('who is in a group of a directory is not sent', async () => {
  const known: SavedGroup = {
    ...NEW,
    id: 'g',
    hasMembers: true,
    draft: draft({ type: 'import', name: 'Old' }),
  };
  const { rest, names } = createRest();
  await saveGroupDraft(rest, known, draft({ type: 'import', users: ['u1'] }));
  expect(names()).toEqual(['save']);
});
