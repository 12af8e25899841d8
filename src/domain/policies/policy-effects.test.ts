import { expect, test } from 'vitest';
import { policyParts } from './policy-effects.ts';

test('names each effect and each condition once', () => {
  expect(
    policyParts({
      effects: [{ definition: 'MuteDefinition' }, { definition: 'MuteDefinition', parameters: {} }],
      conditions: [{ definition: 'ScheduleConditionDefinition' }],
    }),
  ).toEqual({ effects: ['MuteDefinition'], conditions: ['ScheduleConditionDefinition'] });
});

test.each([
  undefined,
  null,
  'x',
  {},
  { effects: 'MuteDefinition' },
  { effects: [null, 7, { definition: 7 }] },
])('finds nothing in %j', (definition) => {
  expect(policyParts(definition)).toEqual({ effects: [], conditions: [] });
});
