import { describe, expect, it, test } from 'vitest';
import {
  changedPolicies,
  currentMarks,
  markOf,
  type PolicyMark,
  type PolicyMarks,
  resultingList,
  withToggled,
} from './policy-selection.ts';

const list = (...ids: string[]) => ids.map((policyId) => ({ policyId }));
const marks = (record: Record<string, PolicyMark>): PolicyMarks => new Map(Object.entries(record));

test.each<[string, { policyId: string }[][], Record<string, PolicyMark>]>([
  ['nobody selected', [], { quiet: 'unchecked' }],
  ['one without it', [list()], { quiet: 'unchecked' }],
  ['one with it', [list('quiet')], { quiet: 'checked' }],
  ['all with it', [list('quiet'), list('games', 'quiet')], { quiet: 'checked', games: 'indeterminate' }],
  ['some with it', [list('quiet'), list(), list('quiet')], { quiet: 'indeterminate' }],
  ['one that names it twice', [list('quiet', 'quiet'), list()], { quiet: 'indeterminate' }],
])('with %s', (_case, lists, expected) => {
  const now = currentMarks(lists);
  for (const [policyId, mark] of Object.entries(expected)) expect(markOf(now, policyId)).toBe(mark);
});

test.each<[PolicyMark, PolicyMark]>([
  ['unchecked', 'checked'],
  ['checked', 'unchecked'],
  ['indeterminate', 'checked'],
])('pressing %s makes it %s', (from, to) => {
  const before = marks({ quiet: from, games: 'indeterminate' });
  const after = withToggled(before, 'quiet');
  expect(markOf(after, 'quiet')).toBe(to);
  expect(markOf(after, 'games')).toBe('indeterminate');
  expect(markOf(before, 'quiet')).toBe(from);
});

describe('what has changed', () => {
  it.each<[string, Record<string, PolicyMark>, Record<string, PolicyMark>, string[]]>([
    ['nothing', { quiet: 'checked' }, { quiet: 'checked' }, []],
    ['nothing, as unchecked and not there are the same', {}, { quiet: 'unchecked' }, []],
    ['a new one', {}, { quiet: 'checked' }, ['quiet']],
    ['one that some had', { quiet: 'indeterminate' }, { quiet: 'checked' }, ['quiet']],
    ['one that went', { quiet: 'checked' }, { quiet: 'unchecked' }, ['quiet']],
  ])('%s', (_case, before, after, expected) => {
    expect(changedPolicies(marks(before), marks(after))).toEqual(expected);
  });

  it('is nothing after pressing twice', () => {
    const before = currentMarks([list('quiet')]);
    expect(changedPolicies(before, withToggled(withToggled(before, 'quiet'), 'quiet'))).toEqual([]);
  });
});

describe('the resulting list', () => {
  const create = (policyId: string) => ({ policyId, disabled: false });
  const one = (policyId: string, disabled = false) => ({ policyId, disabled });

  it.each<
    [string, ReturnType<typeof one>[], Record<string, PolicyMark>, Record<string, PolicyMark>, unknown[]]
  >([
    [
      'adds what was checked',
      [one('a')],
      { a: 'checked' },
      { a: 'checked', b: 'checked' },
      [one('a'), one('b')],
    ],
    ['removes what was unchecked', [one('a'), one('b')], { a: 'checked' }, { a: 'unchecked' }, [one('b')]],
    [
      'keeps its fields',
      [one('a', true)],
      { a: 'checked' },
      { a: 'checked', b: 'checked' },
      [one('a', true), one('b')],
    ],
    [
      'keeps what only some have',
      [one('a', true)],
      { a: 'indeterminate' },
      { a: 'indeterminate', b: 'checked' },
      [one('a', true), one('b')],
    ],
    [
      'gives it not to the others',
      [],
      { a: 'indeterminate' },
      { a: 'indeterminate', b: 'checked' },
      [one('b')],
    ],
    ['has what some had once', [one('a', true)], { a: 'indeterminate' }, { a: 'checked' }, [one('a', true)]],
    ['gives what some had to the others', [], { a: 'indeterminate' }, { a: 'checked' }, [one('a')]],
    ['takes what some had', [one('a')], { a: 'indeterminate' }, { a: 'unchecked' }, []],
    ['keeps what was not shown', [one('other')], {}, { a: 'checked' }, [one('other'), one('a')]],
    [
      'leaves what somebody else has removed',
      [],
      { a: 'checked' },
      { a: 'checked', b: 'checked' },
      [one('b')],
    ],
  ])('%s', (_case, now, before, after, expected) => {
    expect(resultingList(now, { before: marks(before), after: marks(after), create })).toEqual(expected);
  });

  it('is the same one where nothing changes, so that nothing need be sent', () => {
    const now = [one('a')];
    const both = { before: marks({ a: 'indeterminate' }), after: marks({ a: 'checked' }), create };
    expect(resultingList(now, both)).toBe(now);
  });
});
