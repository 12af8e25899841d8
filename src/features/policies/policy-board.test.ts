import { expect, test, vi } from 'vitest';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import { createPolicyBoard } from './policy-board.ts';

const applied = (policyId: string): AppliedPolicy => ({
  id: `a-${policyId}`,
  policyId,
  name: policyId,
  meta: {},
  disabled: false,
});
const content = { groupId: 'g1', group: [applied('quiet')], members: [], mayChange: true };
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test('a card gets the group’s policies, its user’s and its device’s', () => {
  const board = createPolicyBoard();
  const members = [{ ...applied('games'), userId: 'u1' }];
  board.show({ ...content, members });
  expect(names(board.ofGroup('g1'))).toEqual(['quiet']);
  expect(names(board.ofCard('g1', { userId: 'u1', deviceId: 'd1' }))).toEqual(['games', 'quiet']);
  expect(names(board.ofCard('g1', { userId: 'u2', deviceId: undefined }))).toEqual(['quiet']);
});

test('the list of a card is the same one until something changes', () => {
  const board = createPolicyBoard();
  const told = vi.fn();
  board.subscribe(told);
  board.show(content);
  const card = { userId: 'u1', deviceId: 'd1' };
  const first = board.ofCard('g1', card);
  expect(board.ofCard('g1', { ...card })).toBe(first);
  board.show({ ...content, group: [] });
  expect(board.ofCard('g1', card)).toEqual([]);
  expect(told).toHaveBeenCalledTimes(2);
});

test('cards of another group, and of none, have nothing', () => {
  const board = createPolicyBoard();
  board.show(content);
  expect(board.ofGroup('g2')).toEqual([]);
  expect(board.mayChange('g2')).toBe(false);
  board.clear();
  expect(board.ofGroup('g1')).toEqual([]);
  expect(board.mayChange('g1')).toBe(false);
});

test('one policy at a time is open', () => {
  const board = createPolicyBoard();
  board.show(content);
  const [policy] = board.ofGroup('g1');
  if (policy === undefined) throw new Error('one policy');
  board.open({ policy, names: {} });
  expect(board.opened()?.policy).toBe(policy);
  board.close();
  expect(board.opened()).toBeUndefined();
});
