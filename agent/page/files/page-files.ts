/** The page's files: running transfers, received files, and the transfers behind both. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { ChunksClient } from '#protocol/transfer/chunks-client.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { DeviceFiles, DeviceTransfer } from '../../peer/device-files.ts';
import type { PageMemory, Person } from '../page-memory.ts';
import { createFileRows } from './file-rows.ts';
import { discardAll } from './forget-files.ts';
import { createPageTransfers } from './page-transfers.ts';
import { createReceivedList } from './received-list.ts';
import { createRemovedFiles } from './removed-files.ts';
import { safeName } from './safe-name.ts';

/** True if the call of a transfer that ended this way is placed again automatically. */
const goesOn = (end: TransferEnd | undefined): boolean => end === 'broken' || end === 'silent';
const REFUSED: DeviceTransfer = { ended: Promise.resolve('refused'), stop: () => {} };

export type PageFiles = ReturnType<typeof createPageFiles>;

export function createPageFiles(deps: {
  chunks: Pick<ChunksClient, 'send' | 'receive' | 'stop' | 'open' | 'kept' | 'discard' | 'retain' | 'end'>;
  memory: Pick<PageMemory, 'received'>;
  /** The student who is taking part. */
  person: Person;
  find: (listed: RetrievedFile) => File | undefined;
  now: () => number;
  newId: () => string;
}) {
  const { chunks, memory, person } = deps;
  const discard = async (keys: readonly string[]): Promise<void> => {
    await Promise.all(keys.map((key) => chunks.discard(key).catch(() => {})));
  };
  const fileRows = createFileRows();
  const { rows } = fileRows;
  const received = createReceivedList({ memory, person, discard });
  const transfers = createPageTransfers({
    rows: fileRows,
    stop: (runId, how) => void chunks.stop(runId, how),
    newId: deps.newId,
    onArrived({ key, name, size }) {
      if (isForgotten) {
        void discard([key]);
        return;
      }
      fileRows.remove(key);
      received.add({ key, name, size, at: deps.now() });
    },
  });
  const removed = createRemovedFiles();
  let isForgotten = false;
  let hasRetained = false;

  /** Cancels the remaining files of a transfer, because the student has removed one of them. */
  const refuseRest = (keys: readonly string[]): DeviceTransfer => {
    const left = rows.get().filter(({ key, end }) => keys.includes(key) && goesOn(end));
    for (const { key } of left) fileRows.change(key, { end: 'cancelled' });
    void discard(left.map(({ key }) => key));
    return REFUSED;
  };

  const receive: DeviceFiles['receive'] = (channel, { files: listed, reference }) => {
    if (removed.isUnwanted(reference)) return refuseRest(listed.map(({ id }) => id));
    const files = listed.filter(({ id }) => !removed.isRemoved(reference, id));
    const coming = files.map(({ id, name, size }) => {
      removed.noteCall(id, reference);
      // A repeated transfer resumes at the bytes that are already here.
      const before = fileRows.find(id);
      const row = {
        key: id,
        direction: 'in',
        name: safeName(name),
        size,
        bytes: before?.bytes ?? 0,
      } as const;
      return { id, ...row };
    });
    const expected = files.map(({ id, size }) => ({ id, key: id, maxBytes: size }));
    const transfer = transfers.run(coming, (runId, events) =>
      chunks.receive(runId, channel, expected, events),
    );
    if (!hasRetained) {
      hasRetained = true;
      // Removes contents that no list contains, for example if the page was closed while it removed files.
      const listed = [...received.files.get(), ...coming].map(({ key }) => key);
      chunks.retain(listed).catch(() => {});
    }
    return transfer;
  };

  const send: DeviceFiles['send'] = (channel, { file: listed, reference }) => {
    if (removed.isUnwanted(reference)) return REFUSED;
    const file = deps.find(listed);
    if (file === undefined) return undefined;
    const row = {
      key: reference,
      direction: 'out',
      name: listed.fileName,
      size: file.size,
      bytes: 0,
    } as const;
    removed.noteCall(reference, reference);
    const version = `${file.size}-${file.lastModified}`;
    return transfers.run([{ id: reference, ...row }], (runId, events) =>
      chunks.send(runId, channel, [{ id: reference, file, name: listed.fileName, version }], events),
    );
  };

  return {
    rows,
    kept: received.files,
    receive,
    send,
    /** Cancels the file together with all files of the same transfer. */
    cancel: transfers.cancel,
    /** Opens a file to save it. Returns undefined if the browser has cleared the page's storage. */
    open: (key: string): Promise<File | undefined> => chunks.open(key).catch(() => undefined),
    noteSaved: received.noteSaved,
    /** The names of files that are lost when the student leaves: unsaved ones, and those still arriving. */
    unsaved(): readonly string[] {
      const coming = rows.get().filter(({ direction, end }) => direction === 'in' && end === undefined);
      return [...received.files.get().filter(({ isSaved }) => !isSaved), ...coming].map(({ name }) => name);
    },
    /**
     * Removes a file. If its call broke and is placed again, all files of that transfer end with it. A tutor
     * who sends the file again uses another reference, so that it is received.
     */
    async remove(key: string): Promise<void> {
      removed.remove(key, goesOn(fileRows.find(key)?.end));
      received.remove(key);
      fileRows.remove(key);
      await discard([key]);
    },
    /** Deletes all received and running files from this computer, because the student leaves. */
    async forget(): Promise<void> {
      isForgotten = true;
      const coming = rows.get().filter(({ direction }) => direction === 'in');
      const keys = [...received.files.get(), ...coming].map(({ key }) => key);
      received.clear();
      fileRows.clear();
      await discard(keys);
      await discardAll(chunks).catch(() => {});
    },
    stop() {
      transfers.clear();
      chunks.end();
    },
  };
}
