/** Before the first contract: the bundled platform, and a place for databases that several suites begin with. */
import { buildPrograms } from '../../../scripts/programs-build.ts';
import { beginFolders } from '../../../server/store/fakes/copied-folder.ts';

export default async function contractsSetup(): Promise<() => Promise<void>> {
  await buildPrograms(process.cwd());
  return beginFolders();
}
