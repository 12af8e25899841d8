/** What `npm start` prints when everything runs: where to go, and as whom. */
import { DEMO_ACCOUNTS } from '../../server/identity/demo-accounts.ts';
import type { PlatformOptions } from '../../server/options.ts';

type Shown = Pick<
  PlatformOptions,
  'domain' | 'trustedProxies' | 'students' | 'dataDir' | 'databaseUrl' | 'google' | 'microsoft'
>;

/** `site`: the demo's, with the key that opens its student page; none where there is no demo. */
export function welcomeTable(
  options: Shown,
  port: number,
  site?: { siteId: string; pageKey: string },
): string {
  const address =
    options.trustedProxies.length > 0
      ? `https://demo.${options.domain}`
      : `http://demo.${options.domain}${port === 80 ? '' : `:${port}`}`;
  const rows: [string, string][] = [
    ['Console', address],
    ...studentRow(address, site),
    [
      'Students',
      options.students === 0 ? 'none' : `${options.students} simulated, and up to 3 more that come and go`,
    ],
    ['Data', options.databaseUrl === undefined ? options.dataDir : 'the PostgreSQL database of DATABASE_URL'],
    ...accountRows(options),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`);
  return `\n${lines.join('\n')}\n\n  Ctrl-C stops everything.\n`;
}

/** In the fragment, which no server is sent. */
function studentRow(address: string, site?: { siteId: string; pageKey: string }): [string, string][] {
  if (site === undefined) return [];
  const fragment = new URLSearchParams({ site: site.siteId, key: site.pageKey });
  return [
    ['Student page', `${address}/student/#${fragment}`],
    ['', 'Who has this link comes in as a student: do not show it on a projector.'],
    ['', 'Started with --renew-page-link, Lectern makes another one, and this one opens nothing any more.'],
  ];
}

function accountRows({ google, microsoft }: Shown): [string, string][] {
  if (google || microsoft) return [['Accounts', 'those of the sign-in that was configured']];
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length)) + 2;
  return DEMO_ACCOUNTS.map(({ email, summary }, i) => [
    i === 0 ? 'Accounts' : '',
    `${email.padEnd(width)}${summary}`,
  ]);
}
