/** The files of the person at the machine, as far as tutors may list, take and send them. */
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { Clock } from '#protocol/clock.ts';
import { fromDataChannel } from '#protocol/transfer/data-channel.ts';
import { sha256 } from '#protocol/transfer/digest.ts';
import type { FileSource } from '#protocol/transfer/files.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import type { TransferRun } from '#protocol/transfer/transfer-run.ts';
import { fileSource } from '../../node/files/file-source.ts';
import { createIncomingStore } from '../../node/files/incoming-store.ts';
import type { DeviceFiles, DeviceTransfer } from '../../peer/device-files.ts';
import type { Platform } from '../platform/platform.ts';

export type DesktopFiles = DeviceFiles & {
  /** Lists a folder without its subfolders and links. Undefined: there is no such folder. */
  list(folderPath: string): Promise<readonly RetrievedFile[] | undefined>;
};

/** For files that were sent to a folder that the machine does not have. */
const DEFAULT_FOLDER = '%downloads%';

export function createDesktopFiles(deps: {
  platform: Pick<Platform, 'folder'>;
  clock: Clock;
  /** A folder of the agent for unfinished files. */
  partsFolder: string;
}): DesktopFiles {
  const { platform, clock, partsFolder } = deps;
  const transfer = { digest: sha256, clock, events: {} };
  const store = createIncomingStore({
    async partsFolder() {
      await mkdir(partsFolder, { recursive: true, mode: 0o700 });
      return partsFolder;
    },
  });

  const placeFor = async (folder: string): Promise<string> => {
    const path = (await platform.folder(folder)) ?? (await platform.folder(DEFAULT_FOLDER));
    if (path === undefined) throw new Error('The person has no folder');
    return path;
  };

  /** Undefined: the file no longer exists, or is not in a folder that tutors see. */
  const source = async (
    { location, fileName }: RetrievedFile,
    id: string,
  ): Promise<FileSource | undefined> => {
    const folder = await platform.folder(location);
    if (folder === undefined || !isPlainName(fileName)) return undefined;
    const path = join(folder, fileName);
    const found = await lstat(path).catch(() => undefined);
    return found?.isFile() ? fileSource(path, { id, name: fileName }) : undefined;
  };

  return {
    async list(folderPath) {
      const folder = await platform.folder(folderPath);
      return folder === undefined ? undefined : listFolder(folder, folderPath);
    },
    receive(channel, { files, folder }) {
      const names = new Map(files.map(({ id, name }) => [id, name]));
      return receiveFiles(
        fromDataChannel(channel),
        files.map(({ id, size }) => ({ id, maxBytes: size })),
        {
          ...transfer,
          // The name in the tutor's action, as the console showed it.
          open: async (offer) =>
            store.sink(
              { ...offer, name: names.get(offer.id) ?? offer.name },
              { folder: await placeFor(folder), onStored: () => {} },
            ),
        },
      );
    },
    send(channel, { file, reference }) {
      // Data that arrives before the file is found is buffered.
      const ready = fromDataChannel(channel);
      return startLater(async () => {
        const found = await source(file, reference);
        return found && sendFiles(ready, [found], transfer);
      });
    },
  };
}

/** A name is no path to another folder. */
const isPlainName = (name: string) => !/[/\0]/.test(name) && name !== '.' && name !== '..';

/** `location` is the name of the folder as the tutor wrote it. */
async function listFolder(folder: string, location: string): Promise<readonly RetrievedFile[] | undefined> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const files = await Promise.all(
      entries.filter((entry) => entry.isFile()).map(({ name }) => describeFile(folder, name, location)),
    );
    return files.filter((file) => file !== undefined);
  } catch {
    return undefined;
  }
}

/** Undefined: the file was removed meanwhile. */
async function describeFile(
  folder: string,
  fileName: string,
  location: string,
): Promise<RetrievedFile | undefined> {
  try {
    const { size } = await lstat(join(folder, fileName));
    return { fileName, location, size };
  } catch {
    return undefined;
  }
}

function startLater(start: () => Promise<TransferRun | undefined>): DeviceTransfer {
  let run: TransferRun | undefined;
  let requestedStop: 'cancel' | 'pause' | undefined;
  const begin = async () => {
    run = await start();
    if (requestedStop !== undefined) run?.stop(requestedStop);
    return run === undefined ? 'unreadable' : run.ended;
  };
  return {
    ended: begin().catch(() => 'unreadable' as const),
    stop(how) {
      requestedStop = how;
      run?.stop(how);
    },
  };
}
