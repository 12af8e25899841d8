import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { versionOnly } from './version-only.ts';

it('leaves of package.json its version alone, and does not touch other files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lectern-version-'));
  const manifest = join(root, 'package.json');
  await writeFile(manifest, '{"name":"lectern","version":"1.2.3","dependencies":{"fastify":"5.0.0"}}');
  const { load } = versionOnly(root);
  if (typeof load !== 'function') throw new Error('the plug-in loads nothing');
  const loaded = async (id: string) => load.call({} as never, id);
  expect(JSON.parse(String(await loaded(manifest)))).toEqual({ version: '1.2.3' });
  expect(await loaded(join(root, 'node_modules/a/package.json'))).toBeUndefined();
  await rm(root, { recursive: true });
});
