/** The real folder of one student. Tutors' files are stored there, under the Windows names of its folders. */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { FileOffer, FileSink } from '#protocol/transfer/files.ts';
import { createIncomingStore, type StoredFile } from '../../node/files/incoming-store.ts';
import { safeName } from '../../node/files/safe-name.ts';

export type ReceivedFile = StoredFile;
const PARTS = '.parts';
/** Students do not create deeper folders. */
const MAX_LEVELS = 8;

/** Creates a student's folder. `location` is a path in it as in the listing, such as `Downloads\School`. */
export function createStudentFolder(options: {
  /** Creates the folder if there is none. */
  make: () => Promise<string>;
  /** Returns undefined if the folder was not created yet. */
  known: () => string | undefined;
}) {
  const received: ReceivedFile[] = [];
  const store = createIncomingStore({
    async partsFolder() {
      const parts = join(await options.make(), PARTS);
      await mkdir(parts, { recursive: true });
      return parts;
    },
  });
  const within = (folder: string, location: string) => {
    const levels = location.split('\\').filter((level) => level !== '');
    return join(folder, ...levels.slice(0, MAX_LEVELS).map(safeName));
  };
  const folderOf = (location: string) => {
    const folder = options.known();
    return folder === undefined ? undefined : within(folder, location);
  };

  return {
    openFiles: store.openFiles,
    /** Returns this run's files, oldest first. */
    received: (): readonly ReceivedFile[] => [...received],
    sink: async (offer: FileOffer, location: string): Promise<FileSink> =>
      store.sink(offer, {
        folder: within(await options.make(), location),
        onStored: (file) => received.push(file),
      }),
    /** Includes the files of earlier runs. */
    async list(location: string): Promise<readonly Omit<RetrievedFile, 'location'>[]> {
      const folder = folderOf(location);
      if (folder === undefined) return [];
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile());
      return Promise.all(
        files.map(async ({ name }) => ({
          fileName: name,
          size: await stat(join(folder, name)).then(
            ({ size }) => size,
            () => 0,
          ),
        })),
      );
    },
    /** Returns the path of a listed file. Undefined if it does not exist or is not a file. */
    async path(location: string, fileName: string): Promise<string | undefined> {
      const folder = folderOf(location);
      if (folder === undefined || safeName(fileName) !== fileName) return undefined;
      const path = join(folder, fileName);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? path : undefined;
    },
  };
}
export type StudentFolder = ReturnType<typeof createStudentFolder>;
