/** A small built extension in a folder, for tests. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const text = { type: 'string' };
/** The managed configuration of a site. */
const SCHEMA = {
  type: 'object',
  properties: { tenantKey: text, siteId: text, configUrl: text, secret: text },
};

/** Replaces the folder at once, as a build does. `script`: the content of the worker. */
export async function writeExtension(
  folder: string,
  { version = '1.4.0', script = 'globalThis.started = true;' } = {},
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  const manifest = {
    manifest_version: 3,
    name: 'Example',
    version,
    minimum_chrome_version: '120',
    background: { service_worker: 'background.js' },
    permissions: ['storage'],
    storage: { managed_schema: 'schema.json' },
  };
  await mkdir(join(draft, 'icons'));
  await writeFile(join(draft, 'icons/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(draft, 'background.js'), script);
  await writeFile(join(draft, 'schema.json'), JSON.stringify(SCHEMA));
  await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest));
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}
