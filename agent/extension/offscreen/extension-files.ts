/** The files of the extension: received ones are saved by the browser, sent ones were handed in. */
import { nameParts, safeFileName } from '#domain/files/file-name.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { ChunksClient } from '#protocol/transfer/chunks-client.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { StopHow } from '#protocol/transfer/transfer-run.ts';
import type { DeviceFiles, DeviceTransfer } from '../../peer/device-files.ts';
import type { FromPeerHost, MovingFile } from '../peer-link.ts';
import { openPicked, pickedKey } from '../picked-files.ts';

/** File systems permit 255 bytes, and the browser may add a number. */
const MAX_NAME_LENGTH = 200;
/** Without a type the browser guesses one from the content, and replaces the extension of the name by its own. */
const ANY_CONTENT = 'application/octet-stream';

export type ExtensionFiles = DeviceFiles & {
  /** Opens a file that was handed in, because a transfer has to begin with it in one task. */
  prepare(listed: RetrievedFile): Promise<void>;
  /** The worker has saved a received file, or the browser could not. */
  saved(key: string, isSaved: boolean): void;
  /** Ends the transfer of a file, because the student wants that. */
  cancel(key: string): void;
};

export function createExtensionFiles(deps: {
  chunks: Pick<ChunksClient, 'send' | 'receive' | 'stop' | 'open' | 'discard'>;
  send: (message: FromPeerHost) => void;
}): ExtensionFiles {
  const { chunks, send } = deps;
  const prepared = new Map<string, File>();
  const saves = new Map<string, (isSaved: boolean) => void>();
  const cancels = new Map<string, () => void>();

  /** Resolves with the end of the transfer of this file. */
  async function save({ key, name }: MovingFile): Promise<TransferEnd> {
    const file = await chunks.open(key).catch(() => undefined);
    if (file === undefined) return 'unreadable';
    const url = URL.createObjectURL(file.slice(0, file.size, ANY_CONTENT));
    const isSaved = await new Promise<boolean>((resolve) => {
      saves.set(key, resolve);
      send({ name: 'save', key, url, fileName: name });
    });
    saves.delete(key);
    URL.revokeObjectURL(url);
    await chunks.discard(key).catch(() => {});
    return isSaved ? 'done' : 'disk-full';
  }

  function run(
    files: ReadonlyMap<string, MovingFile>,
    start: (runId: string, events: Parameters<ChunksClient['send']>[3]) => void,
  ): DeviceTransfer {
    const runId = crypto.randomUUID();
    const moving = new Map(files);
    const endings: Promise<TransferEnd>[] = [];
    let isRefused = false;
    const change = (id: string, next: Partial<MovingFile>) => {
      const before = moving.get(id);
      if (before === undefined) return;
      const file = { ...before, ...next };
      moving.set(id, file);
      send({ name: 'file', file });
    };
    const stop = (how: StopHow) => void chunks.stop(runId, how);
    const cancel = (direction: MovingFile['direction']) => {
      isRefused = true;
      stop(direction === 'in' ? 'discard' : 'cancel');
    };
    for (const [id, { key, direction }] of moving) {
      change(id, {});
      cancels.set(key, () => cancel(direction));
    }
    const ended = new Promise<TransferEnd | 'refused'>((resolve) => {
      start(runId, {
        progress: (id, bytes) => change(id, { bytes }),
        fileEnded(id, end) {
          const file = moving.get(id);
          if (file === undefined) return;
          const ending = end === 'done' && file.direction === 'in' ? save(file) : Promise.resolve(end);
          endings.push(ending);
          void ending.then((last) => change(id, { end: last, ...(last === 'done' && { bytes: file.size }) }));
        },
        async ended(end) {
          const all = await Promise.all(endings);
          for (const [id, { key, end: last }] of moving) {
            cancels.delete(key);
            if (last === undefined) change(id, { end: isRefused ? 'cancelled' : end });
          }
          const failed = all.find((each) => each !== 'done');
          resolve(isRefused ? 'refused' : end === 'done' ? (failed ?? end) : end);
        },
      });
    });
    return { ended, stop };
  }

  return {
    receive(channel, { files }) {
      const coming = new Map(
        files.map(({ id, name, size }): [string, MovingFile] => [
          id,
          { key: id, direction: 'in', name: safeName(name), size, bytes: 0 },
        ]),
      );
      const expected = files.map(({ id, size }) => ({ id, key: id, maxBytes: size }));
      return run(coming, (runId, events) => chunks.receive(runId, channel, expected, events));
    },
    send(channel, { file: listed, reference }) {
      const file = prepared.get(pickedKey(listed));
      if (file === undefined) return undefined;
      const leaving: MovingFile = {
        key: reference,
        direction: 'out',
        name: listed.fileName,
        size: file.size,
        bytes: 0,
      };
      const sent = {
        id: reference,
        file,
        name: listed.fileName,
        version: `${file.size}-${file.lastModified}`,
      };
      return run(new Map([[reference, leaving]]), (runId, events) =>
        chunks.send(runId, channel, [sent], events),
      );
    },
    async prepare(listed) {
      const key = pickedKey(listed);
      const file = await openPicked(key);
      if (file === undefined) prepared.delete(key);
      else prepared.set(key, file);
    },
    saved: (key, isSaved) => saves.get(key)?.(isSaved),
    cancel: (key) => cancels.get(key)?.(),
  };
}

/** A tutor's name for a file, without folders and characters that file systems refuse. */
function safeName(name: string): string {
  const { stem, extension } = nameParts(name.split(/[\\/]/).at(-1) ?? '');
  return safeFileName(stem, { extension, maxLength: MAX_NAME_LENGTH, fallback: 'file' });
}
