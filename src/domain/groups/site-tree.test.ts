import { expect, test } from 'vitest';
import { shownSiteRows, siteRows } from './site-tree.ts';

type Node = { id: string; name: string; subnodes: Node[] };
const site = (name: string, ...subnodes: Node[]): Node => ({ id: name, name, subnodes });
const tree = [site('Riverside'), site('Hillcrest', site('West wing'), site('Annex', site('Lab')))];
const textOf = (row: { site: Node; depth: number }) => `${row.depth} ${row.site.name}`;

test('children follow their site, each level in alphabetical order', () => {
  expect(siteRows(tree).map(textOf)).toEqual([
    '0 Hillcrest',
    '1 Annex',
    '2 Lab',
    '1 West wing',
    '0 Riverside',
  ]);
});

test('a choice keeps the sites above what it shows', () => {
  const shown = (word: string) => shownSiteRows(tree, ({ name }) => name.startsWith(word)).map(textOf);
  expect(shown('Lab')).toEqual(['0 Hillcrest', '1 Annex', '2 Lab']);
  expect(shown('West')).toEqual(['0 Hillcrest', '1 West wing']);
  expect(shown('nothing')).toEqual([]);
});
