import { beforeAll, expect, test } from 'vitest';
import { iconKey } from '#domain/icon-shard.ts';
import { EFFECT_LOOKS } from '#features/policies/parts/part-looks.ts';
import { POLICY_COLOURS } from '../icon-picker/policy-colours.ts';
import { EMPTY_DRAFT, withPart } from './policy-draft.ts';

let icons: ReadonlyMap<string, unknown>;
beforeAll(async () => {
  icons = new Map(Object.entries(await import('@mdi/js')));
});

test.each(Object.entries(EFFECT_LOOKS))('a first effect %s suggests its own icon', (definition, look) => {
  const { icon } = withPart(EMPTY_DRAFT, 'effects', { definition, parameters: {} }, () => 0);
  expect(icons.get(`mdi${iconKey(icon?.icon ?? '')}`)).toBe(look.icon);
});

test('twenty colours are offered, each of which may be suggested', () => {
  const part = { definition: 'MuteDefinition', parameters: {} };
  const suggested = POLICY_COLOURS.map(
    (_, at) => withPart(EMPTY_DRAFT, 'effects', part, () => at / POLICY_COLOURS.length).icon?.color,
  );
  expect(new Set(suggested).size).toBe(20);
  expect(suggested).toEqual(POLICY_COLOURS.map(({ value }) => value));
});
