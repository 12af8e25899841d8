/** `npm run build:extension`: builds the Chrome extension, and signs a package of it with the platform's key. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openEncryption } from '../server/auth/secrets/encryption.ts';
import { encryptionKeyFile } from '../server/auth/secrets/encryption-key.ts';
import { openSigningKeys } from '../server/auth/secrets/signing-keys.ts';
import type { PlatformOptions } from '../server/base/platform-options.ts';
import { StartFailure, sentenceOf } from '../server/base/start-failure.ts';
import { readExtensionKey } from '../server/extension/extension-key.ts';
import { packExtension, UPDATES_FILE } from '../server/extension/extension-package.ts';
import { EXTENSION_PATH, readVersionedFolder } from '../server/extension/extension-packages.ts';
import { type Addresses, createAddresses } from '../server/http/addresses.ts';
import { createExtensionVersions } from '../server/store/extension-version.ts';
import type { Store } from '../server/store/store.ts';
import { createTenants } from '../server/store/tenants/tenants.ts';
import { buildOwnExtension, EXTENSION_FOLDER } from './bundle/extension-build.ts';
import { failed, readOptions, takeOwn } from './command-options.ts';
import { openRestingStore } from './data/resting-store.ts';

/** The folder of the signed package and its update manifest. */
const PACKAGE_FOLDER = dirname(EXTENSION_FOLDER);

const USAGE = `npm run build:extension -- [ADDRESS] [options]

Builds the Chrome extension into ${EXTENSION_FOLDER}. A running platform signs it and serves it at /extension/update.xml.
For a web server of your own, stop the platform: then the command also writes ${PACKAGE_FOLDER}/{id}.crx, {id}.zip and update.xml,
signed with the platform's key. ADDRESS is their folder on that server (default: where the platform serves them).`;

export async function main(args: readonly string[]): Promise<number> {
  const { name: address, others } = takeOwn(args, []);
  const read = readOptions(others, USAGE);
  if (read.name === 'exit') return read.code;
  if (address !== undefined && !isWebAddress(address))
    return failed(`ADDRESS must begin with http:// or https://, not “${address}”.`);
  await buildOwnExtension(process.cwd());
  console.log(`The extension is in ${EXTENSION_FOLDER}.`);
  try {
    console.log(await sign(read.options, address));
    return 0;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    console.log(`It is not signed here: ${sentence}`);
    // The platform itself needs only the folder.
    return address === undefined ? 0 : 1;
  }
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Throws `StartFailure` if there is no platform, or if it is running. */
async function sign(options: PlatformOptions, address: string | undefined): Promise<string> {
  const store = await openRestingStore(options);
  try {
    const { db } = store;
    const addresses = createAddresses(options, options.port);
    const keyFile = encryptionKeyFile(options);
    const encryption = await openEncryption({ db, key: options.encryptionKey, keyFile });
    const packed = await packExtension({
      ...(await readVersionedFolder({
        folder: EXTENSION_FOLDER,
        versions: createExtensionVersions(db),
        addresses,
      })),
      key: await readExtensionKey(await openSigningKeys({ db, encryption })),
      address: address === undefined ? await ownAddress(store, addresses) : `${address.replace(/\/$/, '')}/`,
    });
    const files = {
      [`${packed.id}.crx`]: packed.crx,
      [`${packed.id}.zip`]: packed.zip,
      [UPDATES_FILE]: packed.updateManifest,
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(PACKAGE_FOLDER, name), content);
    return [
      `Version ${packed.version} of the extension ${packed.id} is signed:`,
      ...Object.keys(files).map((name) => `  ${join(PACKAGE_FOLDER, name)}`),
    ].join('\n');
  } finally {
    await store.close();
  }
}

async function ownAddress({ db }: Store, addresses: Addresses): Promise<string> {
  const [tenant, ...others] = await createTenants(db).list();
  if (tenant === undefined || others.length > 0)
    throw new StartFailure('The platform has several tenants, or none: name the ADDRESS of the package.');
  return `${addresses.consoleUrl(tenant.key)}${EXTENSION_PATH}`;
}
