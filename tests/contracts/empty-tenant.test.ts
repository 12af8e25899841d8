/** A school of one's own from nothing: what the terminal says, and who becomes its first administrator. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseOptions } from '../../server/options/parse-options.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { tenantLines } from '../../server/platform/tenant-lines.ts';
import { takeDataFolder } from '../support/classroom/seeded-data.ts';
import { ask, idTokenOf } from '../support/tutors/platform-session.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let dataDir: string;
let running: Platform | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-empty-'));
});
afterAll(async () => {
  await running?.close();
  await rm(dataDir, { recursive: true, force: true });
});

function open(...args: string[]): Promise<Platform> {
  const parsed = parseOptions(['--port', '0', '--data', dataDir, '--students', '0', ...args], {});
  if (parsed.name !== 'ok') throw new Error('the options are good');
  return createPlatform(parsed.options);
}

/** A platform that answers; `said` is what its operator reads. */
async function start(...args: string[]) {
  const platform = await open(...args);
  running = platform;
  const { origin } = platform;
  return {
    said: tenantLines(platform),
    origin,
    async post(path: string, email: string, setUpCode: string) {
      const data = await idTokenOf({ origin }, email);
      const answer = await ask(`${origin('hill')}/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'tenant-key': 'hill' },
        body: JSON.stringify({ data, setUpCode }),
      });
      return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> };
    },
    /** What the login page reads once somebody has proven who they are. */
    async sites(email: string) {
      const answer = await ask(`${origin('hill')}/auth/sites`, {
        headers: { authorization: `Bearer ${await idTokenOf({ origin }, email)}`, 'tenant-key': 'hill' },
      });
      return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> };
    },
    stop: () => platform.close(),
  };
}

const codesOf = (said: readonly string[]) =>
  said.flatMap((line) => / with the set-up code ([0-9A-Z-]+)$/.exec(line)?.[1] ?? []);

describe('--empty', () => {
  it('begins a school whose first administrator is who has the code, and nobody else', async () => {
    const first = await start('--empty', '--tenant', 'hill', '--tenant-name', 'Hill School');
    const [oldCode = '', ...others] = codesOf(first.said);
    expect(others).toEqual([]);
    expect(first.said).toEqual([
      `The console of Hill School is at ${first.origin('hill')}`,
      `The tenant hill has no administrator: create one at ${first.origin('login')}/sign-up#tenant=hill with the set-up code ${oldCode}`,
    ]);
    expect(await first.sites('head@hill.example')).toMatchObject({
      status: 401,
      body: { code: 'no-administrator', message: 'Hill School has no administrator yet.' },
    });
    await first.stop();

    // Started again, also without --empty, it is the same school with another code.
    const second = await start();
    const [code = ''] = codesOf(second.said);
    expect(second.said[0]).toBe(`The console of Hill School is at ${second.origin('hill')}`);
    expect(code).not.toBe(oldCode);
    const create = (email: string, given: string) => second.post('/lms-actions/create-admin', email, given);
    for (const wrong of [oldCode, 'AAAAA-BBBBB-CCCCC-DDDDD'])
      expect(await create('eve@hill.example', wrong)).toMatchObject({
        status: 403,
        body: { code: 'wrong-set-up-code' },
      });
    expect(await create('head@hill.example', code)).toMatchObject({ status: 200 });
    expect(await create('eve@hill.example', code)).toMatchObject({
      status: 403,
      body: { message: 'Hill School already has an administrator, who can add others.' },
    });
    expect(await second.sites('head@hill.example')).toMatchObject({
      status: 200,
      body: { sites: [], managementAccess: true },
    });
    expect(await second.sites('eve@hill.example')).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    await second.stop();

    const third = await start('--empty', '--tenant', 'hill', '--tenant-name', 'Another name');
    expect(third.said).toEqual([`The console of Hill School is at ${third.origin('hill')}`]);
    expect(await readdir(dataDir)).not.toContain('demo-class.json');
    await third.stop();
  });

  it('refuses data that has the demo, and says what to do', async () => {
    const demo = await takeDataFolder();
    await expect(open('--data', demo.dataDir, '--empty')).rejects.toMatchObject({
      name: 'StartFailure',
      message:
        '--empty begins a school of your own, and this data has the demo: name another folder with --data, or throw the demo away with --reset.',
    });
    await demo.remove();
  });

  it('a platform without any tenant says how one begins', () => {
    const [said] = tenantLines({ tenants: [], setUpCodes: [], origin: (label) => label });
    expect(said).toMatch(/^There is no tenant yet: start once with --empty --tenant KEY/);
  });
});
