// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Site } from '#protocol/rest/site.ts';
import { integrationsQuery } from './integrations.ts';
import { sitesQuery, tagsQuery } from './sites.ts';

const site = (name: string, subnodes: Site[] = []): Site => ({ id: name, name, tags: [], subnodes });
const names = (list: readonly { name: string }[] = []) => list.map(({ name }) => name);

test('every picker has tags, sites and integrations by name, on each level', () => {
  const tags = ['Year 10', 'pilot', 'Year 9'].map((name) => ({ id: name, name }));
  expect(names(tagsQuery().select?.(tags))).toEqual(['pilot', 'Year 9', 'Year 10']);
  const [hill, riverside] =
    sitesQuery().select?.([site('Riverside'), site('Hill', [site('b'), site('A')])]) ?? [];
  expect([hill?.name, names(hill?.subnodes), riverside?.name]).toEqual(['Hill', ['A', 'b'], 'Riverside']);
  const integration = (name: string) => ({ id: name, name, service: 'google', disabled: false }) as never;
  expect(names(integrationsQuery().select?.([integration('b'), integration('A')]))).toEqual(['A', 'b']);
});
