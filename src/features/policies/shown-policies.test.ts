import { expect, test } from 'vitest';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import { isInactive, memberPolicies, type PolicyApplied, shownPolicies } from './shown-policies.ts';

const application = (policyId: string, disabled = false): AppliedPolicy => ({
  id: `a-${policyId}`,
  policyId,
  name: policyId,
  disabled,
  meta: { icon: { base: '', color: '#123456', icon: 'mdi-lock' } },
});
const on = (kind: PolicyApplied['target']['kind'], policyId: string, disabled?: boolean): PolicyApplied => ({
  target: { kind, id: 'x' },
  application: application(policyId, disabled),
});

test('one icon for a policy that is applied in several places', () => {
  const list = shownPolicies([on('groups', 'quiet'), on('users', 'quiet'), on('devices', 'games')]);
  expect(list.map(({ policyId }) => policyId)).toEqual(['games', 'quiet']);
  expect(list[1]).toMatchObject({ icon: 'mdi-lock', color: '#123456' });
  expect(list[1]?.appliedTo.map(({ target }) => target.kind)).toEqual(['groups', 'users']);
});

test.each<[boolean, boolean, boolean]>([
  [false, false, false],
  [true, false, false],
  [false, true, false],
  [true, true, true],
])('disabled on the group %s, on the user %s: shown as disabled %s', (onGroup, onUser, expected) => {
  const [shown] = shownPolicies([on('groups', 'quiet', onGroup), on('users', 'quiet', onUser)]);
  expect(shown?.disabled).toBe(expected);
});

test('those that are on come first, then by name', () => {
  const list = shownPolicies([on('groups', 'b', true), on('groups', 'c'), on('groups', 'a', true)]);
  expect(list.map(({ policyId }) => policyId)).toEqual(['c', 'a', 'b']);
});

test('a member has what is its user’s and its device’s own', () => {
  const of = memberPolicies([
    { ...application('a'), userId: 'u1' },
    { ...application('b'), deviceId: 'd1' },
    { ...application('c'), userId: 'u2' },
    application('nobody’s'),
  ]);
  const ids = (userId?: string, deviceId?: string) =>
    of({ userId, deviceId }).map(({ application: { policyId } }) => policyId);
  expect(ids('u1', 'd1')).toEqual(['a', 'b']);
  expect(ids('u2')).toEqual(['c']);
  expect(ids(undefined, undefined)).toEqual([]);
});

test.each<[string, boolean, string[] | undefined, boolean]>([
  ['listed', false, ['quiet'], false],
  ['not listed', false, ['games'], true],
  ['the list is empty', false, [], true],
  ['no list was reported', false, undefined, false],
  ['disabled says it already', true, [], false],
])('inactive: %s', (_case, disabled, active, expected) => {
  const [policy] = shownPolicies([on('groups', 'quiet', disabled)]);
  if (policy === undefined) throw new Error('one policy');
  expect(isInactive(policy, active)).toBe(expected);
});
