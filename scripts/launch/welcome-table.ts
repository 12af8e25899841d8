/** Prints the addresses and accounts that `npm start` shows when everything runs. */
import { VERSION } from '#protocol/version.ts';
import type { PlatformOptions } from '../../server/base/platform-options.ts';
import { DEMO_ACCOUNTS } from '../../server/store/seed/demo-accounts.ts';

type ShownOptions = Pick<
  PlatformOptions,
  'domain' | 'trustedProxies' | 'students' | 'dataDir' | 'databaseUrl' | 'google' | 'microsoft'
>;

/** The demo's site. The key opens its student page. */
type DemoSite = { siteId: string; pageKey: string };

/** `site`: the demo's site, if there is a demo. `tenants`: one line for each of the other tenants. */
export function welcomeTable(
  options: ShownOptions,
  port: number,
  { site, tenants = [] }: { site?: DemoSite | undefined; tenants?: readonly string[] } = {},
): string {
  const rows: [string, string][] = [
    ['Version', VERSION],
    ...(site === undefined ? [] : demoRows(options, port, site)),
    ['Data', options.databaseUrl === undefined ? options.dataDir : 'the PostgreSQL database of DATABASE_URL'],
    ...accountRows(options, site !== undefined),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`);
  const parts = [lines, tenants.map((line) => `  ${line}`), ['  Ctrl-C stops everything.']];
  return `\n${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`;
}

function demoRows(
  { domain, trustedProxies, students }: ShownOptions,
  port: number,
  site: DemoSite,
): [string, string][] {
  const address =
    trustedProxies.length > 0
      ? `https://demo.${domain}`
      : `http://demo.${domain}${port === 80 ? '' : `:${port}`}`;
  return [
    ['Console', address],
    ...studentRow(address, site),
    ['Students', students === 0 ? 'none' : `${students} simulated, and up to 3 more that come and go`],
  ];
}

/** The key is in the fragment, which browsers do not send to servers. */
function studentRow(address: string, site: DemoSite): [string, string][] {
  const fragment = new URLSearchParams({ site: site.siteId, key: site.pageKey });
  return [
    ['Student page', `${address}/student/#${fragment}`],
    ['', 'Who has this link comes in as a student: do not show it on a projector.'],
    ['', 'Started with --renew-page-link, Lectern makes another one, and this one opens nothing any more.'],
  ];
}

function accountRows({ google, microsoft }: ShownOptions, isDemo: boolean): [string, string][] {
  if (google || microsoft) return [['Accounts', 'those of the sign-in that was configured']];
  if (!isDemo)
    return [['Accounts', 'any e-mail address: on this machine a stand-in of Google and Microsoft signs in']];
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length)) + 2;
  return DEMO_ACCOUNTS.map(({ email, summary }, i) => [
    i === 0 ? 'Accounts' : '',
    `${email.padEnd(width)}${summary}`,
  ]);
}
