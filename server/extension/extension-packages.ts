/**
 * The packages of the built extension. Each is packed when it is first requested, because the extension may be
 * built later than the platform starts. A package contains its tenant's own address for updates, so each tenant
 * has a package of its own; key, id and version are the platform's.
 */
import { createHash } from 'node:crypto';
import type { SigningKeys } from '#auth/secrets/signing-keys.ts';
import type { Addresses } from '#http/addresses.ts';
import type { ExtensionVersions } from '#store/extension-version.ts';
import { type ExtensionFolder, folderMark, readExtensionFolder } from './extension-folder.ts';
import { readExtensionKey } from './extension-key.ts';
import { type ExtensionPackage, packExtension, UPDATES_FILE } from './extension-package.ts';

/** The path of everything of the extension on a tenant's console host. */
export const EXTENSION_PATH = '/extension/';

/** What the policies of a school name. */
export type ExtensionOffer = { id: string; updateUrl: string; zipUrl: string };

export type ExtensionPackages = {
  /** Undefined: the extension has not been built. */
  offer(tenant: string): Promise<ExtensionOffer | undefined>;
  /** Undefined: the extension has not been built. */
  of(tenant: string): Promise<ExtensionPackage | undefined>;
};

export type ExtensionPackagesDeps = {
  /** The folder of the built extension. It may be built or replaced while the platform runs. */
  folder: string;
  signingKeys: Pick<SigningKeys, 'ensure'>;
  versions: ExtensionVersions;
  addresses: Pick<Addresses, 'consoleUrl'>;
};

/** Tenants whose packages are cached. A package is about half a megabyte. */
const MAX_CACHED = 16;

/** The content of the folder at one time, and the packages that were made of it. */
type Build = {
  mark: string;
  read(): Promise<{ contents: ExtensionFolder; version: string }>;
  packages: Map<string, Promise<ExtensionPackage>>;
};

export function createExtensionPackages(deps: ExtensionPackagesDeps): ExtensionPackages {
  const { folder } = deps;
  const readKey = untilDone(() => readExtensionKey(deps.signingKeys));
  const addressOf = (tenant: string) => `${deps.addresses.consoleUrl(tenant)}${EXTENSION_PATH}`;
  let build: Build | undefined;

  async function currentBuild(): Promise<Build | undefined> {
    const mark = await folderMark(folder);
    if (mark === undefined) return undefined;
    if (build?.mark !== mark)
      build = { mark, read: untilDone(() => readVersionedFolder(deps)), packages: new Map() };
    return build;
  }

  return {
    async offer(tenant) {
      if ((await folderMark(folder)) === undefined) return undefined;
      const { id } = await readKey();
      const address = addressOf(tenant);
      return { id, updateUrl: `${address}${UPDATES_FILE}`, zipUrl: `${address}${id}.zip` };
    },
    async of(tenant) {
      const current = await currentBuild();
      if (current === undefined) return undefined;
      const { packages, read } = current;
      const cached = packages.get(tenant);
      if (cached) return cached;
      if (packages.size >= MAX_CACHED) packages.clear();
      const making = (async () =>
        packExtension({ ...(await read()), key: await readKey(), address: addressOf(tenant) }))();
      packages.set(tenant, making);
      // A later request tries again, for example when the database is back.
      making.catch(() => packages.delete(tenant));
      return making;
    },
  };
}

export async function readVersionedFolder({
  folder,
  versions,
  addresses,
}: Omit<ExtensionPackagesDeps, 'signingKeys'>): Promise<{ contents: ExtensionFolder; version: string }> {
  const contents = await readExtensionFolder(folder);
  // Packages contain an address of the platform, so a platform that moves needs a higher version too.
  const hash = createHash('sha256')
    .update(`${contents.hash} ${addresses.consoleUrl('*')}`)
    .digest('hex');
  return { contents, version: `${contents.manifest.version}.${await versions.numberOf(hash)}` };
}

/** Caches the promise of `work`, unless it is rejected. */
function untilDone<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
