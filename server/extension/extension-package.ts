/** Packs the built extension for one address: the signed file, the files to load unpacked, the update manifest. */
import { type AsyncZippable, zip } from 'fflate';
import { packCrx } from './crx-file.ts';
import { type ExtensionFolder, packageFiles } from './extension-folder.ts';
import type { ExtensionKey } from './extension-key.ts';
import { updateManifestXml } from './update-manifest.ts';

export const UPDATES_FILE = 'update.xml';

export type ExtensionPackage = {
  id: string;
  /** Four numbers. The last one grows when the content changes. */
  version: string;
  /** The signed file that browsers install. */
  crx: Buffer;
  /** The files for “Load unpacked”, with which the extension gets the same id. */
  zip: Buffer;
  updateManifest: string;
};

export type PackageSource = {
  contents: ExtensionFolder;
  version: string;
  key: ExtensionKey;
  /** Where `{id}.crx` and `update.xml` are served; ends with `/`. */
  address: string;
};

export async function packExtension({
  contents,
  version,
  key,
  address,
}: PackageSource): Promise<ExtensionPackage> {
  const { id, publicKey } = key;
  const manifest = { ...contents.manifest, version };
  const signed = { ...manifest, update_url: `${address}${UPDATES_FILE}` };
  const unpacked = { ...manifest, key: publicKey.toString('base64') };
  const [signedZip, unpackedZip] = await Promise.all([
    zipFiles(packageFiles(contents, signed)),
    zipFiles(packageFiles(contents, unpacked)),
  ]);
  const updateManifest = updateManifestXml({
    id,
    version,
    // The version in the address lets browsers and proxies cache the file.
    codebase: `${address}${id}.crx?v=${version}`,
    minChromeVersion: manifest.minimum_chrome_version,
  });
  return {
    id,
    version,
    crx: packCrx(signedZip, key),
    zip: unpackedZip,
    updateManifest,
  };
}

/** The oldest time that zip files can have, so that equal files make equal packages. */
const ZIP_TIME = new Date(1980, 0, 1);

function zipFiles(files: AsyncZippable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip(files, { level: 9, mtime: ZIP_TIME }, (error, bytes) =>
      error ? reject(error) : resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    );
  });
}
