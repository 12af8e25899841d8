import { expect, it } from 'vitest';
import { siteRows } from '#domain/groups/site-tree.ts';
import type { Site } from '#protocol/rest/site.ts';
import { idsWithin, nameProblem, parentOf } from './site-form.ts';

const site = (id: string, ...subnodes: Site[]): Site => ({ id, name: id.toUpperCase(), tags: [], subnodes });
const campus = site('campus', site('annexe', site('lab')), site('gym'));
const rows = siteRows([campus, site('north')]);

it('asks for a name that no other site has, whatever stands around it', () => {
  expect(nameProblem('  ', rows, undefined)).toBe('Field is required');
  expect(nameProblem(' NORTH ', rows, undefined)).toBe('Site with name NORTH already exists');
  expect(nameProblem('LAB', rows, 'north')).toBe('Site with name LAB already exists');
  expect(nameProblem('North', rows, undefined)).toBeUndefined();
});

it('lets a site keep its own name', () => {
  expect(nameProblem(' NORTH', rows, 'north')).toBeUndefined();
});

it('knows what is inside of a site, and what it is inside of', () => {
  expect([...idsWithin(campus)].sort()).toEqual(['annexe', 'campus', 'gym', 'lab']);
  expect(parentOf(rows, 'lab')).toBe('annexe');
  expect(parentOf(rows, 'north')).toBeNull();
});
