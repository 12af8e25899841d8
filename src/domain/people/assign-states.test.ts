import { describe, expect, test } from 'vitest';
import { assignPlan, assignState } from './assign-states.ts';

const site = (siteId: string) => ({ kind: 'site' as const, siteId });
const link = (id: string, roleId: string, siteId: string) => ({
  id,
  roleId,
  place: site(siteId),
  canGrant: false,
});
const PLACES = [site('a'), site('b')];
const LINKS = [
  link('1', 'viewer', 'a'),
  link('2', 'viewer', 'b'),
  link('3', 'user', 'b'),
  link('4', 'editor', 'c'),
  { id: '5', roleId: 'editor', place: { kind: 'tag' as const, tagId: 'a' }, canGrant: false },
];

test.each([
  ['viewer', 'active'],
  ['user', 'indeterminate'],
  ['editor', 'not-applied'],
])('%s is %s', (roleId, state) => {
  expect(assignState(roleId, PLACES, LINKS)).toBe(state);
});

describe('a plan', () => {
  const plan = (wishes: [string, 'assign' | 'remove'][]) => assignPlan(new Map(wishes), PLACES, LINKS);

  test('adds what was chosen where it is not yet, and takes what was unchosen where it is', () => {
    expect(
      plan([
        ['user', 'assign'],
        ['viewer', 'remove'],
      ]),
    ).toEqual({
      assign: [{ roleId: 'user', place: site('a') }],
      remove: [LINKS[0], LINKS[1]],
    });
    expect(plan([['user', 'remove']])).toEqual({ assign: [], remove: [LINKS[2]] });
  });

  test('leaves alone what is so already, and what nobody chose', () => {
    expect(
      plan([
        ['viewer', 'assign'],
        ['editor', 'remove'],
      ]),
    ).toEqual({ assign: [], remove: [] });
    expect(plan([])).toEqual({ assign: [], remove: [] });
  });
});
