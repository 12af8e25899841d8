/** What operators do to a database while its platform rests, seen over the wire before and after. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readClassFile } from '../../agent/simulated/class-file.ts';
import { main as releaseAccounts } from '../../scripts/release-accounts.ts';
import { main as renewSecrets } from '../../scripts/renew-secrets.ts';
import { tutorOfIdentity } from '../../server/auth/sign-in/tutor-accounts.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let data: Awaited<ReturnType<typeof takeDataFolder>>;
let platform: Platform;
const start = () => createPlatform(testOptions({ dataDir: data.dataDir, students: 1 }));

beforeAll(async () => {
  data = await takeDataFolder();
  platform = await start();
});
afterAll(async () => {
  await platform.close();
  await data.remove();
});

/** Runs a command of the terminal; answers its exit code and what it said. */
async function run(main: (args: readonly string[]) => Promise<number>, ...args: string[]) {
  const said: string[] = [];
  const listen = (text: unknown) => void said.push(String(text));
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(listen),
  );
  const code = await main(['--data', data.dataDir, ...args]);
  for (const spy of spies) spy.mockRestore();
  return { code, said: said.join('\n') };
}

async function post(path: string, body: object, bearer?: string) {
  const response = await fetch(`http://127.0.0.1:${platform.port}/auth${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'tenant-key': 'demo',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const fileSchema = v.object({
  sites: v.array(v.object({ site: v.string(), secret: v.string() })),
  runners: v.array(v.object({ runner: v.string(), secret: v.string() })),
});

describe('npm run renew-secrets', () => {
  it('refuses while the platform runs', async () => {
    const { code, said } = await run(renewSecrets);
    expect(said).toMatch(
      /^The platform is running \(.*lectern\.lock is held.*\): stop it first\. Nothing was changed\.$/,
    );
    expect(code).toBe(1);
    expect(await readdir(data.dataDir)).not.toContain('renewed-secrets.json');
  });

  it('ends every session and every secret of before, and says where the new ones are', async () => {
    const before = await readClassFile(join(data.dataDir, 'demo-class.json'));
    const hostname = 'renew-01';
    const login = { type: 'windowsAgent', hostname, user: { name: 'Ann' } };
    const enrolled = await post('/devices/login', { ...login, secret: before.secret });
    expect(enrolled.status).toBe(200);
    const access = String(enrolled.body.accessToken);
    const key = await readFile(join(data.dataDir, 'lectern.key'), 'utf8');
    await platform.close();

    const { code, said } = await run(renewSecrets);
    expect(code).toBe(0);
    expect(said).toMatch(/^Renewed: the signing key.*3 sites and 2 site runners/s);
    const file = join(data.dataDir, 'renewed-secrets.json');
    expect(said).toContain(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(data.dataDir)).not.toContain('lectern.key');
    const [, former = ''] = /^- (\S+) is the former key/m.exec(said) ?? [];
    expect(await readFile(former, 'utf8')).toBe(key);
    expect(await readFile(join(data.dataDir, 'security.log'), 'utf8')).toContain('"keys-renewed"');

    platform = await start();
    expect(await readFile(join(data.dataDir, 'lectern.key'), 'utf8')).not.toBe(key);
    expect(await platform.tokens.verify(access)).toBeUndefined();
    expect((await post('/refresh', {}, String(enrolled.body.refreshToken))).status).toBe(401);
    for (const secret of [before.secret, before.pageKey])
      expect((await post('/devices/site', { secret })).status).toBe(401);
    const old = { secret: before.runner?.secret, hostname };
    expect((await post('/runners/login', old)).status).toBe(401);

    const { pageKey } = await readClassFile(join(data.dataDir, 'demo-class.json'));
    const renewed = v.parse(fileSchema, JSON.parse(await readFile(file, 'utf8')));
    const site = renewed.sites.find((each) => each.site === 'riverside');
    expect((await post('/devices/login', { ...login, secret: site?.secret })).status).toBe(200);
    expect((await post('/devices/site', { secret: pageKey })).body).toMatchObject({
      siteId: 'riverside',
    });
    expect((await post('/runners/login', { secret: renewed.runners[0]?.secret, hostname })).status).toBe(200);
  });

  it('makes no database where there is none', async () => {
    const elsewhere = join(data.dataDir, 'elsewhere');
    const { code, said } = await run(renewSecrets, '--data', elsewhere);
    expect(said).toBe(`${elsewhere} holds no database: name its folder with --data.`);
    expect(code).toBe(1);
    expect(await readdir(elsewhere).catch(() => [])).not.toContain('db');
  });

  it('helps where the key of the database is lost', async () => {
    await platform.close();
    await rm(join(data.dataDir, 'lectern.key'));
    await expect(start()).rejects.toThrow(/If it is lost, npm run renew-secrets makes new keys/);
    expect((await run(renewSecrets)).code).toBe(0);
    platform = await start();
    expect(platform.tokens.jwks().keys).toHaveLength(1);
  });
});

describe('npm run release-accounts', () => {
  it('lets a tutor come with another account, and nobody whose address was not named', async () => {
    const account = (subject: string) => ({ issuer: 'https://accounts.google.com', subject });
    const bind = (name: string, subject: string) =>
      tutorOfIdentity(platform.store.db, 'demo', {
        email: `${name}@demo.example`,
        account: account(subject),
      });
    for (const name of ['teacher', 'admin']) expect(await bind(name, name)).toMatchObject({ name: 'tutor' });
    expect(await run(releaseAccounts, 'teacher@demo.example')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The platform is running/),
    });
    await platform.close();
    expect(await run(releaseAccounts)).toMatchObject({
      code: 1,
      said: expect.stringContaining('EMAIL… | --all'),
    });
    const elsewhere = join(data.dataDir, 'teacher@demo.example');
    expect(await run(releaseAccounts, '--data', elsewhere, 'teacher@demo.example')).toEqual({
      code: 1,
      said: `${elsewhere} holds no database: name its folder with --data.`,
    });
    expect(await run(releaseAccounts, 'Teacher@demo.example')).toEqual({
      code: 0,
      said: 'Released teacher@demo.example of demo.',
    });
    platform = await start();
    expect(await bind('teacher', 'other')).toMatchObject({ name: 'tutor' });
    expect(await bind('admin', 'other-2')).toEqual({ name: 'other-account' });
  });
});
