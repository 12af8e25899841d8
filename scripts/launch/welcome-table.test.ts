import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { welcomeTable } from './welcome-table.ts';

const options = {
  domain: 'localhost',
  trustedProxies: [],
  students: 30,
  dataDir: '.data',
  databaseUrl: undefined,
  google: undefined,
  microsoft: undefined,
};

const site = { siteId: 'riverside', pageKey: 'page-k-1_2' };

describe('the table that npm start prints', () => {
  it('says which version runs', () => {
    expect(welcomeTable(options, 8123)).toContain(`Version       ${manifest.version}\n`);
  });

  it('names the console, the students and every account with what it may do', () => {
    const table = welcomeTable(options, 8123, { site });
    expect(table).toContain('http://demo.localhost:8123\n');
    expect(table).toContain('30 simulated, and up to 3 more that come and go');
    expect(table).toMatch(/teacher@demo\.example +Tutor/);
    expect(table).toMatch(/stranger@demo\.example +Unknown/);
  });

  it('gives the link that opens the student page, with the key where no server is sent it', () => {
    const table = welcomeTable(options, 8123, { site });
    expect(table).toContain('http://demo.localhost:8123/student/#site=riverside&key=page-k-1_2\n');
    expect(table).toContain('do not show it on a projector');
  });

  it('says of a school of one’s own where it is, and nothing of the demo', () => {
    const tenants = [
      'The console of Hill School is at http://hill.localhost:8123',
      'It has no administrator',
    ];
    const table = welcomeTable(options, 8123, { tenants });
    for (const line of tenants) expect(table).toContain(`\n  ${line}\n`);
    expect(table).toMatch(/Accounts +any e-mail address/);
    expect(table).not.toMatch(/demo|student/i);
  });

  it('never repeats a database address, which may hold a password', () => {
    const table = welcomeTable({ ...options, databaseUrl: 'postgres://u:secret@db/lectern' }, 8080);
    expect(table).not.toContain('secret');
  });

  it('offers no demo accounts where a real provider signs in', () => {
    expect(welcomeTable({ ...options, google: { clientId: 'x' } }, 8080, { site })).not.toContain(
      'demo.example',
    );
  });
});
