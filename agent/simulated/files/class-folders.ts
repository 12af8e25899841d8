/** Provides each student's folder for received files, below a given or a temporary folder. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { safeName } from '../../node/files/safe-name.ts';
import { createStudentFolder, type StudentFolder } from './student-folder.ts';

/** The content of `filesFolder` is kept. `remove` removes only a temporary folder. */
export function createClassFolders(filesFolder?: string) {
  let temporary: Promise<string> | undefined;
  let root: string | undefined = filesFolder;

  const makeRoot = async () => {
    if (filesFolder !== undefined) return filesFolder;
    temporary ??= mkdtemp(join(tmpdir(), 'lectern-students-'));
    root = await temporary;
    return root;
  };

  return {
    of(hostname: string): StudentFolder {
      const name = safeName(hostname);
      return createStudentFolder({
        async make() {
          const folder = join(await makeRoot(), name);
          await mkdir(folder, { recursive: true });
          return folder;
        },
        known: () => (root === undefined ? undefined : join(root, name)),
      });
    },
    async remove(): Promise<void> {
      if (temporary === undefined) return;
      const folder = await temporary;
      temporary = undefined;
      root = undefined;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type ClassFolders = ReturnType<typeof createClassFolders>;
