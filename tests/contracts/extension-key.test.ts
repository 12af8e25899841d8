/** The extension keeps its id as long as the operator keeps the key: over restarts, backups and packages of one's own. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main as backup } from '../../scripts/backup.ts';
import { main as buildExtension } from '../../scripts/build-extension.ts';
import { buildOwnExtension } from '../../scripts/bundle/extension-build.ts';
import { main as renewSecrets } from '../../scripts/renew-secrets.ts';
import { main as restore } from '../../scripts/restore.ts';
import { verifiedCrx } from '../../server/extension/fakes/verified-crx.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { ask } from '../support/tutors/platform-session.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let data: Awaited<ReturnType<typeof takeDataFolder>>;
let platform: Platform;
let port = 0;
const restored = () => `${data.dataDir}-restored`;
const file = () => `${data.dataDir}.backup`;

async function start(dataDir = data.dataDir): Promise<void> {
  platform = await createPlatform({ ...testOptions({ dataDir, students: 0 }), port });
  port = platform.port;
}

beforeAll(async () => {
  await buildOwnExtension(process.cwd());
  data = await takeDataFolder();
  await start();
});
afterAll(async () => {
  await platform.close();
  await data.remove();
  for (const path of [restored(), file()]) await rm(path, { recursive: true, force: true });
});

/** Id, version and address of the package, as browsers read them. */
function announced(updates: string) {
  const [, id = ''] = /appid="(\w+)"/.exec(updates) ?? [];
  const [, codebase = '', version = ''] = /codebase="([^"]+)" version="([^"]+)"/.exec(updates) ?? [];
  return { id, version, codebase };
}
const served = async () => announced((await ask(`${platform.origin('demo')}/extension/update.xml`)).body);

/** Runs a command of the terminal; answers its exit code and what it said. */
async function run(main: (args: readonly string[]) => Promise<number>, ...args: string[]) {
  const said: string[] = [];
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation((text: unknown) => void said.push(String(text))),
  );
  const code = await main(args);
  for (const spy of spies) spy.mockRestore();
  return { code, said: said.join('\n') };
}
const build = (...args: string[]) =>
  run(buildExtension, '--data', data.dataDir, '--port', String(port), ...args);
const written = async () => {
  const updates = announced(await readFile('dist-extension/update.xml', 'utf8'));
  const crx = verifiedCrx(await readFile(join('dist-extension', `${updates.id}.crx`)));
  expect(crx.id).toBe(updates.id);
  return { ...updates, manifest: JSON.parse(crx.files['manifest.json'] ?? '') };
};

const ELSEWHERE = 'https://files.school.example/lectern';

describe('the extension', () => {
  it('is signed by the running platform alone', async () => {
    expect(await build()).toMatchObject({
      code: 0,
      said: expect.stringMatching(/The extension is in .*It is not signed here: The platform is running/s),
    });
    expect((await build(ELSEWHERE)).code).toBe(1);
  });

  it('keeps id and version after a restart, and in a package for another web server', async () => {
    const { id, version, codebase } = await served();
    expect(id).toMatch(/^[a-p]{32}$/);
    await platform.close();
    expect((await build()).code).toBe(0);
    expect(await written()).toMatchObject({ id, version, codebase });
    expect((await build(ELSEWHERE)).code).toBe(0);
    expect(await written()).toMatchObject({
      id,
      version,
      codebase: `${ELSEWHERE}/${id}.crx?v=${version}`,
      manifest: { version, update_url: `${ELSEWHERE}/update.xml` },
    });
    await start();
    expect(await served()).toEqual({ id, version, codebase });
  });

  it('keeps its id in a backup', async () => {
    const { id } = await served();
    await platform.close();
    expect((await run(backup, file(), '--with-key', '--data', data.dataDir)).code).toBe(0);
    expect((await run(restore, file(), '--data', restored())).code).toBe(0);
    await start(restored());
    expect((await served()).id).toBe(id);
  });

  it('has another id after the operator renewed the secrets', async () => {
    const { id } = await served();
    await platform.close();
    const { said } = await run(renewSecrets, '--data', restored());
    expect(said).toContain('The Chrome extension has another key and id');
    await start(restored());
    const renewed = await served();
    expect(renewed.id).toMatch(/^[a-p]{32}$/);
    expect(renewed.id).not.toBe(id);
  });

  it('is refused an address that is none', async () => {
    expect(await build('files.school.example')).toMatchObject({
      code: 1,
      said: expect.stringContaining('ADDRESS must begin with http:// or https://'),
    });
  });
});
