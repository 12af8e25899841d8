/** The site runners as table rows. */

import { searchFor } from '#domain/lists/search-text.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import type { Site } from '#protocol/rest/site.ts';
import { m } from './messages.ts';

export type RunnerRow = { id: string; runner: SiteRunner; siteName: string };

export function createRunnerRows(
  runners: readonly SiteRunner[],
  sites: readonly Site[],
): readonly RunnerRow[] {
  const names = new Map(everySite(sites).map(({ id, name }) => [id, name]));
  return runners.map((runner) => ({
    id: runner.id,
    runner,
    siteName: names.get(runner.siteId) ?? m.unknownSite,
  }));
}

const everySite = (sites: readonly Site[]): readonly Site[] =>
  sites.flatMap((site) => [site, ...everySite(site.subnodes)]);

/** The text by which a column is sorted. */
export const runnerText = ({ runner, siteName }: RunnerRow, column: string): string =>
  column === 'site' ? siteName : runner.name;

/** Matches the name of the runner, of its machine, and of its site. */
export function searchRunners(rows: readonly RunnerRow[], query: string): readonly RunnerRow[] {
  const finds = searchFor(query);
  return rows.filter(({ runner, siteName }) => finds(runner.name, runner.hostname, siteName));
}
