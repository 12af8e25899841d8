/** `npm run build:extension`: builds the Chrome extension as the folder that browsers load unpacked. */

import { join } from 'node:path';
import { buildExtension, EXTENSION_FOLDER } from './extension-build.ts';

export async function main(): Promise<number> {
  const root = process.cwd();
  await buildExtension({ root, outDir: join(root, EXTENSION_FOLDER) });
  console.log(`The extension is in ${EXTENSION_FOLDER}.`);
  return 0;
}
