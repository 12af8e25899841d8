/** `npm run build`: builds the console, the bundled programs and the Chrome extension, as `npm start` does. */

import { buildOwnExtension } from './bundle/extension-build.ts';
import { buildConsole, compressConsole } from './console-build.ts';
import { buildPrograms } from './programs-build.ts';

export async function main(): Promise<number> {
  await Promise.all([buildPrograms(process.cwd()), buildOwnExtension(process.cwd())]);
  const outcome = await buildConsole(process.cwd(), {
    force: true,
    hasSourceMaps: true,
    quiet: false,
  });
  if (outcome.name !== 'failed') {
    await compressConsole(process.cwd());
    return 0;
  }
  // Vite has already printed its own errors. Other failures are printed here.
  if (outcome.output !== '') console.error(outcome.output);
  return 1;
}
