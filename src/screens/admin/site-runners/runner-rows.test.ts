import { expect, it } from 'vitest';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import type { Site } from '#protocol/rest/site.ts';
import { createRunnerRows, runnerText, searchRunners } from './runner-rows.ts';

const runner = (id: string, siteId: string, hostname: string | null = null): SiteRunner => ({
  id,
  name: `Runner ${id}`,
  siteId,
  roles: [],
  hostname,
  version: null,
  connectedAt: null,
  endedAt: null,
});
const site = (id: string, subnodes: Site[] = []): Site => ({ id, name: `School ${id}`, tags: [], subnodes });
const rows = createRunnerRows(
  [runner('attic', 'north', 'NUC-7'), runner('cellar', 'annexe'), runner('shed', 'gone')],
  [site('south'), site('north', [site('annexe')])],
);

it('say the names of their sites, nested ones too', () => {
  expect(rows.map((row) => [runnerText(row, 'runner'), runnerText(row, 'site')])).toEqual([
    ['Runner attic', 'School north'],
    ['Runner cellar', 'School annexe'],
    ['Runner shed', 'Unknown site'],
  ]);
});

it.each([
  ['', ['attic', 'cellar', 'shed']],
  [' CELL', ['cellar']],
  ['nuc', ['attic']],
  ['school', ['attic', 'cellar']],
  ['nothing', []],
])('are found by %j', (query, ids) => {
  expect(searchRunners(rows, query).map(({ id }) => id)).toEqual(ids);
});
