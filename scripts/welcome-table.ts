/** What `npm start` prints when everything runs: where to go, and as whom. */
import { pageKeyOf } from '../server/auth/page-key.ts';
import { DEMO_ACCOUNTS } from '../server/identity/demo-accounts.ts';
import type { PlatformOptions } from '../server/options.ts';

type Shown = Pick<
  PlatformOptions,
  'domain' | 'trustProxy' | 'students' | 'dataDir' | 'databaseUrl' | 'google' | 'microsoft'
>;

/** `key`: of the demo's site, which opens the student page to whoever has the link; none where there is no demo. */
export function welcomeTable(options: Shown, port: number, key?: { siteId: string; secret: string }): string {
  const address = options.trustProxy
    ? `https://demo.${options.domain}`
    : `http://demo.${options.domain}${port === 80 ? '' : `:${port}`}`;
  const rows: [string, string][] = [
    ['Console', address],
    ...studentRow(address, key),
    ['Students', options.students === 0 ? 'none' : `${options.students} simulated`],
    ['Data', options.databaseUrl === undefined ? options.dataDir : 'the PostgreSQL database of DATABASE_URL'],
    ...accountRows(options),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`);
  return `\n${lines.join('\n')}\n\n  Ctrl-C stops everything.\n`;
}

/** In the fragment, which no server is sent. */
function studentRow(address: string, key?: { siteId: string; secret: string }): [string, string][] {
  if (key === undefined) return [];
  const fragment = new URLSearchParams({ site: key.siteId, key: pageKeyOf(key.secret) });
  return [['Student page', `${address}/student/#${fragment}`]];
}

function accountRows({ google, microsoft }: Shown): [string, string][] {
  if (google || microsoft) return [['Accounts', 'those of the sign-in that was configured']];
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length)) + 2;
  return DEMO_ACCOUNTS.map(({ email, summary }, i) => [
    i === 0 ? 'Accounts' : '',
    `${email.padEnd(width)}${summary}`,
  ]);
}
