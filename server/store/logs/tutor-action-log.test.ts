import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import type { TutorAction } from './tutor-action.ts';
import { createTutorActionLog } from './tutor-action-log.ts';

const LONG_MS = 60_000;
const NOW = Date.UTC(2040, 0, 7, 9);
const lock: TutorAction = {
  tenant: 'demo',
  site: 'riverside',
  tutorId: 'tutor-teacher',
  actionId: 'a',
  action: 'lock',
  parameters: { content: 'Look here' },
  targets: [{ to: 'group', groupId: 'g' }],
  at: NOW,
};

describe.each(BACK_ENDS)('log of tutors’ actions on %s', (backEnd) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(backEnd, 40);
  }, LONG_MS);
  afterAll(() => store.dispose());

  const rows = () =>
    store.db
      .selectFrom('tutor_action_logs')
      .selectAll()
      .where('logged_time', '>=', new Date(NOW))
      .orderBy('id')
      .execute();

  it('keeps whom an action was for, and an action once', async () => {
    const { keep } = createTutorActionLog(store.db);
    const user = await store.db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('tenant', '=', 'demo')
      .where('site_id', '=', 'riverside')
      .executeTakeFirstOrThrow();
    const group = await store.db
      .selectFrom('groups')
      .select(['id', 'name'])
      .where('tenant', '=', 'demo')
      .where('site_id', '=', 'riverside')
      .executeTakeFirstOrThrow();
    const person = { to: 'user', authType: 'user', userId: user.id } as const;
    const two = [person, { ...person, to: 'client', clientId: 'c' }] as const;
    const actions: TutorAction[] = [
      lock,
      { ...lock, actionId: 'b', at: NOW + 1, targets: [person] },
      { ...lock, actionId: 'c', at: NOW + 2, targets: [...two] },
      {
        ...lock,
        actionId: 'd',
        at: NOW + 3,
        targets: [],
        place: 'siterunners',
        action: 'wol',
        parameters: {},
      },
      { ...lock, actionId: 'e', at: NOW + 4, targets: [{ to: 'group', groupId: group.id }] },
    ];
    await keep(actions);
    await keep(actions);
    const common = { tenant: 'demo', site_id: 'riverside', tutor_id: 'tutor-teacher' };
    expect(await rows()).toMatchObject([
      {
        ...common,
        action: 'lock',
        parameters: { content: 'Look here' },
        logged_time: new Date(NOW),
        target_group_id: 'g',
        target_user_name: null,
        combined_target_identifier: 'group/g',
      },
      {
        target_group_id: null,
        target_user_name: user.name,
        combined_target_identifier: `user/${user.id}`,
      },
      {
        parameters: { content: 'Look here', targets: [`user/${user.id}`, `user/${user.id}/c`] },
        target_user_name: null,
        combined_target_identifier: null,
      },
      { action: 'wol', parameters: {}, combined_target_identifier: 'siterunners' },
      { target_group_id: group.id, parameters: { content: 'Look here', groupName: group.name } },
    ]);
    expect(await rows()).toHaveLength(5);
  });
});
