import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeLock } from '../../server/store/data-folder/lock-file.ts';
import { main as dev } from '../dev.ts';
import { main as start } from '../start.ts';

let folder: string;
const said: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-launch-'));
  await mkdir(join(folder, 'db'));
  vi.stubEnv('LECTERN_DATA', folder);
  said.length = 0;
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['npm start', start],
  ['npm run dev', dev],
])('%s refuses', (_name, main) => {
  /** Expects that nothing is launched and that the data folder is unchanged. */
  async function expectRefusal(args: readonly string[], sentence: RegExp): Promise<void> {
    const before = await readdir(folder);
    expect(await main(args)).toBe(1);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(sentence);
    expect(await readdir(folder)).toEqual(before);
  }

  it('an option that does not exist', () => expectRefusal(['--prot=1'], /^There is no option --prot;/));

  it('a port that does not exist', () => expectRefusal(['--port', '99999'], /^PORT must be a whole number/));

  it('a database address of another kind', () => {
    vi.stubEnv('DATABASE_URL', 'mysql://localhost');
    return expectRefusal([], /^DATABASE_URL must be an address that begins with postgres/);
  });

  it('to be reached from other machines without real identity providers', () =>
    expectRefusal(
      ['--domain', 'school.example'],
      /^DOMAIN=school\.example .* needs real identity providers/,
    ));

  it('to be reached from other machines without TLS', () => {
    vi.stubEnv('GOOGLE_CLIENT_ID', 'id');
    return expectRefusal(['--listen', '0.0.0.0'], /^LISTEN=0\.0\.0\.0 .* which needs TLS/);
  });

  it('to reset where the database is not in the data folder', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://localhost/school');
    return expectRefusal(['--reset'], /^--reset empties the data folder only/);
  });

  it('to reset a folder that holds anything else', async () => {
    await writeFile(join(folder, 'thesis.txt'), 'irreplaceable');
    await expectRefusal(['--reset'], /holds “thesis\.txt”, which is not of Lectern/);
  });

  it('to reset a folder that is in use', async () => {
    const release = await takeLock(join(folder, 'lectern.lock'));
    await expectRefusal(['--reset'], /is in use by a running Lectern/);
    await release();
  });
});
