/** What `npm start` prints when everything runs: where to go, and as whom. */
import { DEMO_ACCOUNTS } from '../server/identity/demo-accounts.ts';
import type { PlatformOptions } from '../server/options.ts';

type Shown = Pick<
  PlatformOptions,
  'domain' | 'trustProxy' | 'students' | 'dataDir' | 'databaseUrl' | 'google' | 'microsoft'
>;

export function welcomeTable(options: Shown, port: number): string {
  const address = options.trustProxy
    ? `https://demo.${options.domain}`
    : `http://demo.${options.domain}${port === 80 ? '' : `:${port}`}`;
  const rows: [string, string][] = [
    ['Console', address],
    ['Students', options.students === 0 ? 'none' : `${options.students} simulated`],
    ['Data', options.databaseUrl === undefined ? options.dataDir : 'the PostgreSQL database of DATABASE_URL'],
    ...accountRows(options),
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(10)}${value}`);
  return `\n${lines.join('\n')}\n\n  Ctrl-C stops everything.\n`;
}

function accountRows({ google, microsoft }: Shown): [string, string][] {
  if (google || microsoft) return [['Accounts', 'those of the sign-in that was configured']];
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length)) + 2;
  return DEMO_ACCOUNTS.map(({ email, summary }, i) => [
    i === 0 ? 'Accounts' : '',
    `${email.padEnd(width)}${summary}`,
  ]);
}
