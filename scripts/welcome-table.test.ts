import { describe, expect, it } from 'vitest';
import { pageKeyOf } from '../server/auth/page-key.ts';
import { welcomeTable } from './welcome-table.ts';

const options = {
  domain: 'localhost',
  trustProxy: false,
  students: 30,
  dataDir: '.data',
  databaseUrl: undefined,
  google: undefined,
  microsoft: undefined,
};

describe('the table that npm start prints', () => {
  it('names the console, the students and every account with what it may do', () => {
    const table = welcomeTable(options, 8123);
    expect(table).toContain('http://demo.localhost:8123\n');
    expect(table).toContain('30 simulated');
    expect(table).toMatch(/teacher@demo\.example +Tutor/);
    expect(table).toMatch(/stranger@demo\.example +Unknown/);
  });

  it('gives the link that opens the student page, with the key where no server is sent it', () => {
    const table = welcomeTable(options, 8123, { siteId: 'riverside', secret: 'k-1_2' });
    const key = pageKeyOf('k-1_2');
    expect(table).toContain(`http://demo.localhost:8123/student/#site=riverside&key=${key}\n`);
    expect(table, 'the secret of the site, with which machines come in').not.toContain('k-1_2');
    expect(welcomeTable(options, 8123)).not.toContain('/student/');
  });

  it('never repeats a database address, which may hold a password', () => {
    const table = welcomeTable({ ...options, databaseUrl: 'postgres://u:secret@db/lectern' }, 8080);
    expect(table).not.toContain('secret');
  });

  it('offers no demo accounts where a real provider signs in', () => {
    expect(welcomeTable({ ...options, google: { clientId: 'x' } }, 8080)).not.toContain('demo.example');
  });
});
