/** Before the first end-to-end test: fresh builds, a browser, and a seeded data folder to copy. */

import { buildOwnExtension } from '../../../scripts/bundle/extension-build.ts';
import { buildConsole } from '../../../scripts/console-build.ts';
import { buildPrograms } from '../../../scripts/programs-build.ts';
import { beginFolders } from '../../../server/store/fakes/copied-folder.ts';
import { ensureChromium } from '../browser/chromium.ts';
import { prepareSeed } from '../classroom/seeded-data.ts';

export default async function prepareRun(): Promise<() => Promise<void>> {
  await ensureChromium(console.log);
  const built = await buildConsole(process.cwd());
  if (built.name === 'failed') throw new Error(`The console could not be built:\n${built.output}`);
  await buildPrograms(process.cwd());
  await buildOwnExtension(process.cwd());
  const end = await beginFolders();
  await prepareSeed();
  return end;
}
