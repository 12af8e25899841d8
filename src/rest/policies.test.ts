import { expect, test } from 'vitest';
import {
  appliedPoliciesQuery,
  holdsApplications,
  memberPoliciesQuery,
  placedPoliciesQuery,
  policiesQuery,
  toWritten,
} from './policies.ts';

test('what is written back of an application is its own fields, and nothing of the policy', () => {
  const read = {
    id: 'a1',
    policyId: 'p1',
    name: 'Quiet',
    meta: {},
    disabled: true,
    disabledTTL: 60,
    expiry: null,
  };
  expect(toWritten(read)).toEqual({ policyId: 'p1', disabled: true, disabledTTL: 60, expiry: null });
  expect(toWritten({ policyId: 'p2', disabled: false })).toEqual({ policyId: 'p2', disabled: false });
});

test('a write reads applications anew, not the policies themselves', () => {
  expect(holdsApplications(appliedPoliciesQuery({ kind: 'devices', id: 'd1' }))).toBe(true);
  expect(holdsApplications(memberPoliciesQuery('g1'))).toBe(true);
  // The list of policies counts them.
  expect(holdsApplications(policiesQuery())).toBe(true);
  expect(holdsApplications(placedPoliciesQuery())).toBe(true);
  expect(holdsApplications({ queryKey: ['groups'] })).toBe(false);
});

test('a change of a group’s collection covers what is applied to it and its members', () => {
  for (const { queryKey } of [
    appliedPoliciesQuery({ kind: 'groups', id: 'g1' }),
    memberPoliciesQuery('g1'),
  ]) {
    expect(queryKey[0]).toBe('groups');
  }
});
