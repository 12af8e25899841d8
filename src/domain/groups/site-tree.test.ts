import { expect, test } from 'vitest';
import { shownSiteRows, siteRows } from './site-tree.ts';

type Node = { id: string; name: string; subnodes: Node[] };
const site = (name: string, ...subnodes: Node[]): Node => ({ id: name, name, subnodes });
const tree = [site('Riverside'), site('Hillcrest', site('West wing'), site('Annex', site('Lab')))];
const shown = (query: string) => siteRows(tree, query).map((row) => `${row.depth} ${row.site.name}`);

test('children follow their site, each level in alphabetical order', () => {
  expect(shown('')).toEqual(['0 Hillcrest', '1 Annex', '2 Lab', '1 West wing', '0 Riverside']);
});

test('a search keeps the sites above what it finds', () => {
  expect(shown(' LAB ')).toEqual(['0 Hillcrest', '1 Annex', '2 Lab']);
  expect(shown('nothing')).toEqual([]);
});

test('other choices keep the sites above them, too', () => {
  const wings = shownSiteRows(tree, ({ name }) => name.startsWith('West'));
  expect(wings.map(({ site: { name } }) => name)).toEqual(['Hillcrest', 'West wing']);
});
