/** Tests the platform as a process: its output and its exit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

let dataDir: string;
let ending: AbortController;
beforeEach(async () => {
  ending = new AbortController();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-main-'));
});
afterEach(async () => {
  ending.abort();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the process until it exits by itself. */
async function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: { ...process.env, PORT: '0', LECTERN_DATA: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: ending.signal,
  }).on('error', () => {});
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { said, code };
}

describe('the platform as a process', { timeout: 60_000 }, () => {
  it.runIf(isRoot)('does not start on a data folder of another user, and says what to do', async () => {
    await chown(dataDir, NOBODY, NOBODY);
    const { said, code } = await start();
    expect(said).toMatch(/belongs to another user \(65534\).*start Lectern as that user.*--data\.\n$/);
    expect(code).toBe(1);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('says why it does not start as an object with LOG_FORMAT=json', async () => {
    const { said, code } = await start({ LOG_FORMAT: 'json', DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(JSON.parse(said)).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'error',
      message: expect.stringContaining('database does not answer'),
      fields: {},
    });
  });

  it.each([
    [
      { LISTEN: '0.0.0.0' },
      /^LISTEN=0\.0\.0\.0 opens the platform to other machines, which needs TLS: .*TRUST_PROXY/,
    ],
    [{ DOMAIN: 'school.example' }, /^DOMAIN=school\.example opens .* which needs TLS: .*TRUST_PROXY/],
  ])('does not start in the open without TLS in front: %j', async (env, sentence) => {
    const { said, code } = await start({ GOOGLE_CLIENT_ID: 'id', ...env });
    expect(said).toMatch(sentence);
    expect(code).toBe(1);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
