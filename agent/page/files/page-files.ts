/** Files that come from tutors and go to them: what is under way, what was received, and the transfers behind both. */
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

/** Ends after which the same call is placed again, by itself. */
const goesOn = (end: TransferEnd | undefined): boolean => end === 'broken' || end === 'silent';
const REFUSED: DeviceTransfer = { ended: Promise.resolve('refused'), stop: () => {} };

export type PageFiles = ReturnType<typeof createPageFiles>;

export function createPageFiles(deps: {
  chunks: Pick<ChunksClient, 'send' | 'receive' | 'stop' | 'open' | 'kept' | 'discard' | 'retain' | 'end'>;
  memory: Pick<PageMemory, 'received'>;
  /** The student who takes part. */
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

  /** The student has removed a file of this sending: its other files end as if the student had cancelled them. */
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
      // A tutor who sends it again goes on where it was.
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
      // What no list names any more: a page that is closed while it removes files leaves some.
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
    /** The student does not want the file; all files of the same sending end with it. */
    cancel: transfers.cancel,
    /** The file for saving; undefined where it is gone: a browser may clear what pages keep. */
    open: (key: string): Promise<File | undefined> => chunks.open(key).catch(() => undefined),
    noteSaved: received.noteSaved,
    /** Names of what goes when the student leaves: what was not saved, and what is still coming. */
    unsaved(): readonly string[] {
      const coming = rows.get().filter(({ direction, end }) => direction === 'in' && end === undefined);
      return [...received.files.get().filter(({ isSaved }) => !isSaved), ...coming].map(({ name }) => name);
    },
    /**
     * A call that broke is placed again, and lists everything again: what has not come yet ends it then, and with it the
     * other files of the same sending. Sent anew by the tutor, under another reference, it is asked for anew.
     */
    async remove(key: string): Promise<void> {
      removed.remove(key, goesOn(fileRows.find(key)?.end));
      received.remove(key);
      fileRows.remove(key);
      await discard([key]);
    },
    /** The student leaves: of what came nothing stays on this computer, nor of what is still under way. */
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
