/** The real folder of one student: what tutors sent lies there, below the names that Windows has for its folders. */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { FileOffer, FileSink } from '#protocol/transfer/files.ts';
import { createIncomingStore, type StoredFile } from './incoming-store.ts';
import { safeName } from './safe-name.ts';

export type ReceivedFile = StoredFile;
const PARTS = '.parts';
/** Students do not make deeper folders. */
const MAX_LEVELS = 8;

/** `location`: as the student's listing says it, below its home, for example `Downloads\School`. */
export function createStudentFolder(options: {
  /** It is made where there is none. */
  make: () => Promise<string>;
  /** Undefined: it has not been made. */
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
    /** Of this run, oldest first. */
    received: (): readonly ReceivedFile[] => [...received],
    sink: async (offer: FileOffer, location: string): Promise<FileSink> =>
      store.sink(offer, {
        folder: within(await options.make(), location),
        onStored: (file) => received.push(file),
      }),
    /** Also those of earlier runs. */
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
    /** Where a listed file lies. Undefined: it is not there, or it is no file. */
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
