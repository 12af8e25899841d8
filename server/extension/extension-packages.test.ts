import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createExtensionPackages, type ExtensionPackages } from './extension-packages.ts';
import { writeExtension } from './fakes/extension-folder.ts';
import { verifiedCrx } from './fakes/verified-crx.ts';

const privateJwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
const signingKeys = {
  ensure: async () => [{ kid: 'extension.1', privateJwk, publicJwk: {} }] as never,
};
const parent = await mkdtemp(join(tmpdir(), 'lectern-extension-'));
const folder = join(parent, 'unpacked');
afterAll(() => rm(parent, { recursive: true, force: true }));

/** Numbers contents in the order of their first appearance. */
function fakeVersions() {
  const hashes: string[] = [];
  return {
    hashes,
    async numberOf(hash: string) {
      if (!hashes.includes(hash)) hashes.push(hash);
      return hashes.indexOf(hash) + 1;
    },
  };
}

const open = (versions = fakeVersions(), domain = 'lectern.example') =>
  createExtensionPackages({
    folder,
    signingKeys,
    versions,
    addresses: { consoleUrl: (tenant) => `https://${tenant}.${domain}` },
  });
const packageOf = async (packages: ExtensionPackages, tenant = 'hill') => {
  const found = await packages.of(tenant);
  if (!found) throw new Error('not built');
  return found;
};

beforeEach(() => writeExtension(folder));

describe('the packages of the extension', () => {
  it('are missing until the extension is built, and are there afterwards without a restart', async () => {
    await rm(folder, { recursive: true });
    const packages = open();
    expect([await packages.offer('hill'), await packages.of('hill')]).toEqual([undefined, undefined]);
    await writeExtension(folder);
    expect((await packageOf(packages)).version).toBe('1.4.0.1');
  });

  it('contain the files of the build, the version, and the address for updates of the tenant', async () => {
    const packages = open();
    const { crx, id, version } = await packageOf(packages);
    const { id: signedId, files } = verifiedCrx(crx);
    expect([signedId, id]).toEqual([id, expect.stringMatching(/^[a-p]{32}$/)]);
    expect(Object.keys(files).toSorted()).toEqual([
      'background.js',
      'icons/icon.svg',
      'manifest.json',
      'schema.json',
    ]);
    expect(JSON.parse(files['manifest.json'] ?? '')).toMatchObject({
      manifest_version: 3,
      name: 'Example',
      version,
      minimum_chrome_version: '120',
      background: { service_worker: 'background.js' },
      update_url: 'https://hill.lectern.example/extension/update.xml',
    });
    const other = await packageOf(packages, 'valley');
    expect(other).toMatchObject({ id, version });
    expect(verifiedCrx(other.crx).files['manifest.json']).toContain(
      'https://valley.lectern.example/extension/update.xml',
    );
  });

  it('are announced by an update manifest that leads to the package', async () => {
    const { id, updateManifest } = await packageOf(open());
    expect(updateManifest).toContain(`<app appid="${id}">`);
    expect(updateManifest).toContain(
      `codebase="https://hill.lectern.example/extension/${id}.crx?v=1.4.0.1" version="1.4.0.1" prodversionmin="120"`,
    );
    expect(await open().offer('hill')).toEqual({
      id,
      updateUrl: 'https://hill.lectern.example/extension/update.xml',
      zipUrl: `https://hill.lectern.example/extension/${id}.zip`,
    });
  });

  it('can be loaded unpacked with the same id', async () => {
    const { crx, zip } = await packageOf(open());
    const { 'manifest.json': manifest, ...others } = unzipSync(zip);
    expect(Object.keys(others).toSorted()).toEqual(['background.js', 'icons/icon.svg', 'schema.json']);
    const { key, update_url } = JSON.parse(Buffer.from(manifest ?? []).toString());
    expect(Buffer.from(key, 'base64')).toEqual(verifiedCrx(crx).publicKey);
    expect(update_url).toBeUndefined();
  });

  it('are made once for requests that come together, and equal in every process', async () => {
    const [packages, versions] = [open(), fakeVersions()];
    const [first, second] = await Promise.all([packageOf(packages), packageOf(packages)]);
    expect(second).toBe(first);
    expect(Buffer.compare((await packageOf(open(versions))).crx, first.crx)).toBe(0);
  });

  it('get a higher version after a change of the content, of the release, or of the address', async () => {
    const versions = fakeVersions();
    const packages = open(versions);
    const versionNow = async () => (await packageOf(packages)).version;
    expect(await versionNow()).toBe('1.4.0.1');
    await writeExtension(folder);
    expect(await versionNow()).toBe('1.4.0.1');
    await writeExtension(folder, { script: 'globalThis.started = 2;' });
    expect(await versionNow()).toBe('1.4.0.2');
    await writeExtension(folder, { version: '1.5.0', script: 'globalThis.started = 2;' });
    expect(await versionNow()).toBe('1.5.0.3');
    expect((await packageOf(open(versions, 'other.example'))).version).toBe('1.5.0.4');
  });

  it('are tried again after a failure', async () => {
    let isAway = true;
    const versions = fakeVersions();
    const packages = open({
      ...versions,
      numberOf: (hash) => (isAway ? Promise.reject(new Error('away')) : versions.numberOf(hash)),
    });
    await expect(packages.of('hill')).rejects.toThrow('away');
    isAway = false;
    expect((await packageOf(packages)).version).toBe('1.4.0.1');
  });
});
