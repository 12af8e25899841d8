/** Whoever reads the database, the logs, the answers, a backup or a copy of the data folder without its key finds no secret there. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { main as backup } from '../../scripts/backup.ts';
import { encryptionKeyFile, readKeyFile } from '../../server/auth/secrets/encryption-key.ts';
import { createLog } from '../../server/base/log.ts';
import { jsonLine } from '../../server/base/terminal-lines.ts';
import { GOOGLE_STAND_IN_CLIENT } from '../../server/directories/stand-ins/google-stand-in.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { adminSession, ask, consoleSession } from '../support/tutors/platform-session.ts';

const LONG_MS = 120_000;
const PLACE = {
  service: 'google',
  config: { domain: 'demo.example', adminEmail: 'admin@demo.example' },
};

let platform: Platform;
let folder: Awaited<ReturnType<typeof takeDataFolder>>;
const terminal: string[] = [];
const answers: string[] = [];
/** By what it lets somebody do. */
const secrets: Record<string, string> = {};

beforeAll(async () => {
  folder = await takeDataFolder();
  const log = createLog((line) => terminal.push(jsonLine(line, Date.now())));
  platform = await createPlatform(testOptions({ dataDir: folder.dataDir }), { log });
}, LONG_MS);
afterAll(async () => {
  await platform.close();
  await folder.remove();
}, LONG_MS);

async function call(path: string, bearer: string, body?: object, method = 'POST') {
  const answer = await ask(`${platform.origin('demo')}${path}`, {
    method: body === undefined ? 'GET' : method,
    headers: {
      authorization: `Bearer ${bearer}`,
      'tenant-key': 'demo',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return { text: answer.body, document: JSON.parse(answer.body) };
}

/** A call of the REST service whose answer is looked at. */
async function rest(path: string, bearer: string, body?: object, method?: string) {
  const { text, document } = await call(`/v1${path}`, bearer, body, method);
  answers.push(text);
  return document;
}

function refresh(secret: string, wish: { accessExpiryMinutes?: number } = {}) {
  return ask(`${platform.origin('demo')}/auth/refresh?token=${secret}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'tenant-key': 'demo',
      'content-type': 'application/json',
      // Where a proxy would name the call.
      'x-request-id': secret.slice(0, 39),
    },
    body: JSON.stringify(wish),
  });
}

/** Somebody has a copy of a refresh token and wishes for something else: that is a line of the log. */
async function spendTwice(secret: string): Promise<void> {
  expect((await refresh(secret)).status).toBe(200);
  const { status, headers } = await refresh(secret, { accessExpiryMinutes: 5 });
  expect(status).toBe(401);
  const id = String(headers['x-request-id']);
  expect(secret).not.toContain(id);
  expect(terminal.at(-1)).toContain(`"message":"refresh-reused","requestId":"${id}"`);
}

/** As an administrator connects a directory. */
async function connectDirectory(admin: string): Promise<void> {
  const { id, url } = await rest('/integrations/consents', admin, PLACE);
  const window = await fetch(`${url}&decision=allow`, { redirect: 'manual' });
  const back = Object.fromEntries(new URL(window.headers.get('location') ?? '').searchParams);
  secrets.code = back.code ?? '';
  const { tempToken } = await rest(`/integrations/consents/${id}`, admin, back);
  const given = { ...PLACE, name: 'Ours', config: { ...PLACE.config, tempToken } };
  await rest('/integrations/test', admin, given);
  // Another one, which is left before it is saved.
  const left = await rest('/integrations/consents', admin, PLACE);
  expect(left.id).not.toBe(id);
  const saved = await rest('/integrations', admin, { ...given, disabled: false });
  await rest(`/integrations/${saved.id}`, admin, { disabled: true }, 'PUT');
}

async function enterSecrets(): Promise<void> {
  const session = await consoleSession(platform, 'admin@demo.example');
  const admin = await adminSession(platform, 'admin@demo.example');
  Object.assign(secrets, {
    'access token': session.accessToken,
    'refresh token': session.refreshToken,
    'access token of an administrator': admin.accessToken,
    'refresh token of an administrator': admin.refreshToken,
    'consent to a directory': platform.standIns.google?.refreshToken ?? '',
    'secret of the client at Google': GOOGLE_STAND_IN_CLIENT.clientSecret,
  });
  const key = await readKeyFile(encryptionKeyFile({ dataDir: folder.dataDir, databaseUrl: undefined }));
  secrets['key of the encryption'] = key?.toString('base64url') ?? '';
  secrets['copied refresh token'] = (await consoleSession(platform, 'teacher@demo.example')).refreshToken;
  await spendTwice(secrets['copied refresh token']);
  await connectDirectory(admin.accessToken);
  // This one's purpose is to be answered: the answer itself is not among those that are looked at.
  const runner = { name: 'Another runner', siteId: 'riverside', roles: [] };
  const made = (await call('/v1/site-runners', admin.accessToken, runner)).document;
  secrets['secret of a site runner'] = made.secret;
  const { runnerId } = made;
  const again = await call(`/v1/site-runners/${runnerId}/tokens/rotate`, admin.accessToken, {});
  secrets['second secret of a site runner'] = again.document.secret;
  const token = await call('/v1/sites/hillcrest/tokens/rotate', admin.accessToken, {});
  secrets['secret token of a site'] = token.document.secret;
  const login = {
    secret: secrets['secret token of a site'],
    type: 'linuxAgent',
    hostname: 'CLEAR-1',
    installationId: 'one of the test',
    user: { name: 'Ann' },
  };
  const enrolled = await call('/auth/devices/login', 'none', login);
  secrets['secret of a machine'] = enrolled.document.deviceSecret;
  const link = await call('/v1/sites/hillcrest/page-link', admin.accessToken, {});
  secrets['key of the student page'] = link.document.key;
  // Read again, as for deployment; the answers themselves are not looked at either.
  await call('/v1/sites/hillcrest/tokens', admin.accessToken);
  await call(`/v1/sites/riverside/tokens/${runnerId}`, admin.accessToken);
  for (const path of ['/integrations', '/site-runners', '/sites', '/syncs', '/tutors', '/admin/changes'])
    await rest(`${path}?limit=500&_sort=id&_order=desc`, admin.accessToken);
}

async function databaseAsText(): Promise<string> {
  const { db } = platform.store;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
  `.execute(db);
  const dumps: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(each)::text as row from ${sql.table(name)} as each
    `.execute(db);
    dumps.push(...rows.map(({ row }) => row));
  }
  return dumps.join('\n');
}

/** Bytes of all files but the key, and the secrets that the demo's own class is given. */
async function filesOf(dataDir: string): Promise<Map<string, Buffer>> {
  const key = encryptionKeyFile({ dataDir, databaseUrl: undefined });
  const files = new Map<string, Buffer>();
  for (const name of await readdir(dataDir, { recursive: true })) {
    const path = join(dataDir, name);
    if (path === key || name === 'demo-class.json' || !(await stat(path)).isFile()) continue;
    files.set(name, await readFile(path));
  }
  return files;
}

/** What `npm run backup` writes, without the compression. */
async function backupOf(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, '..', `${basename(dataDir)}.backup`);
  const said = vi.spyOn(console, 'log').mockImplementation((text: string) => void terminal.push(text));
  try {
    expect(await backup([file, '--data', dataDir])).toBe(0);
    return gunzipSync(await readFile(file));
  } finally {
    said.mockRestore();
    await rm(file, { force: true });
  }
}

it(
  'none of those that were entered is in the clear',
  async () => {
    await enterSecrets();
    for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(8);
    const database = await databaseAsText();
    expect(database).toContain('Another runner');
    await platform.close();
    const files = await filesOf(folder.dataDir);
    expect([...files.keys()].some((name) => name.startsWith('security'))).toBe(true);
    const saved = await backupOf(folder.dataDir);
    expect(saved.includes('Another runner')).toBe(true);
    const copies = { 'the data folder': files, 'a backup': new Map([['what it writes', saved]]) };
    const found: string[] = [];
    for (const [name, secret] of Object.entries(secrets)) {
      if (database.includes(secret)) found.push(`${name} in the database`);
      if (terminal.join('\n').includes(secret)) found.push(`${name} on the terminal`);
      if (answers.join('\n').includes(secret)) found.push(`${name} in an answer`);
      for (const [copy, held] of Object.entries(copies))
        for (const [file, bytes] of held)
          if (bytes.includes(secret) || bytes.includes(Buffer.from(secret).toString('hex')))
            found.push(`${name} in ${file} of ${copy}`);
    }
    expect(found).toEqual([]);
  },
  LONG_MS,
);
