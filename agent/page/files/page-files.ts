/** Files that come from tutors and go to them: what is under way, what was received, and the transfers behind both. */

import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { createObservable } from '#protocol/observable.ts';
import type { TransferEvents } from '#protocol/threads/chunks-worker.ts';
import type { ChunksClient } from '#protocol/transfer/chunks-client.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { StopHow } from '#protocol/transfer/transfer-run.ts';
import type { DeviceFiles, DeviceTransfer } from '../../peer/device-files.ts';
import { MOST_RECEIVED, type PageMemory, type Person, type ReceivedFile } from '../page-memory.ts';
import { safeName } from './safe-name.ts';

export type FileRow = {
  /** Of the file, the same for each attempt. */
  key: string;
  direction: 'in' | 'out';
  name: string;
  /** Bytes. */
  size: number;
  /** Bytes that are there. */
  bytes: number;
  /** Absent while it is under way. */
  end?: TransferEnd;
};

const MOST_ENDED = 20;
/** Ends after which the same call is placed again, by itself. */
const goesOn = (end: TransferEnd | undefined): boolean => end === 'broken' || end === 'silent';
const REFUSED: DeviceTransfer = { ended: Promise.resolve('refused'), stop: () => {} };

export type PageFiles = ReturnType<typeof createPageFiles>;

export function createPageFiles(deps: {
  chunks: Pick<ChunksClient, 'send' | 'receive' | 'stop' | 'open' | 'discard' | 'retain' | 'end'>;
  memory: Pick<PageMemory, 'received'>;
  /** Who takes part. */
  person: Person;
  find: (listed: RetrievedFile) => File | undefined;
  now: () => number;
  newId: () => string;
}) {
  const { chunks, memory, person } = deps;
  const rows = createObservable<readonly FileRow[]>([]);
  const before = memory.received.get();
  const isMine = before !== undefined && isSamePerson(before.person, person);
  const kept = createObservable<readonly ReceivedFile[]>(isMine ? before.files : []);
  /** By key: its newest run. One that was given up may still say its last words beside it. */
  const current = new Map<string, { cancel(): void }>();
  /** By key: the reference of the newest call that it came or went over. */
  const referenceOf = new Map<string, string>();
  /** References that the student does not want any more, while nothing of them was under way. */
  const unwanted = new Set<string>();
  /** By reference: keys that had ended for good and were removed. */
  const removed = new Map<string, Set<string>>();

  let isForgotten = false;
  let hasRetained = false;

  const discard = async (keys: readonly string[]): Promise<void> => {
    await Promise.all(keys.map((key) => chunks.discard(key).catch(() => {})));
  };
  const keep = (all: readonly ReceivedFile[]) => {
    const surplus = all.slice(0, Math.max(0, all.length - MOST_RECEIVED));
    const files = all.slice(surplus.length);
    kept.set(files);
    memory.received.set(files.length === 0 ? undefined : { person, files });
    void discard(surplus.map(({ key }) => key));
  };
  if (before && !isMine) {
    memory.received.set(undefined);
    void discard(before.files.map(({ key }) => key));
  }
  const put = (row: FileRow) => {
    const others = rows.get().filter(({ key }) => key !== row.key);
    const ended = others.filter(({ end }) => end !== undefined);
    const surplus = new Set(ended.slice(0, Math.max(0, ended.length - MOST_ENDED)));
    rows.set([...others.filter((other) => !surplus.has(other)), row]);
  };
  const change = (key: string, next: Partial<FileRow>) =>
    rows.set(rows.get().map((row) => (row.key === key ? { ...row, ...next } : row)));
  const arrived = ({ key, name, size }: FileRow) => {
    if (isForgotten) return void discard([key]);
    rows.set(rows.get().filter((row) => row.key !== key));
    keep([...kept.get().filter((file) => file.key !== key), { key, name, size, at: deps.now() }]);
  };

  /** `start` hands the channel to the worker, in this very task. */
  const run = (
    files: readonly (FileRow & { id: string })[],
    start: (runId: string, events: TransferEvents) => void,
  ): DeviceTransfer => {
    const runId = deps.newId();
    const byId = new Map(files.map((file) => [file.id, file]));
    let tell: (end: TransferEnd | 'refused') => void = () => {};
    let isRefused = false;
    const ended = new Promise<TransferEnd | 'refused'>((resolve) => {
      tell = resolve;
    });
    const stop = (how: StopHow) => void chunks.stop(runId, how);
    const mine = {
      cancel() {
        isRefused = true;
        stop(files[0]?.direction === 'in' ? 'discard' : 'cancel');
      },
    };
    const fileOf = (id: string) => {
      const file = byId.get(id);
      return file && current.get(file.key) === mine ? file : undefined;
    };
    for (const { id: _, ...row } of files) {
      put(row);
      current.set(row.key, mine);
    }
    start(runId, {
      progress(id, bytes) {
        const file = fileOf(id);
        if (file) change(file.key, { bytes });
      },
      fileEnded(id, end) {
        const file = fileOf(id);
        if (file === undefined) return;
        if (end === 'done' && file.direction === 'in') arrived(file);
        else change(file.key, { end, ...(end === 'done' && { bytes: file.size }) });
      },
      ended(end) {
        for (const { key } of files.filter(({ id }) => fileOf(id))) {
          current.delete(key);
          const row = rows.get().find((row) => row.key === key);
          if (row && row.end === undefined) change(key, { end: isRefused ? 'cancelled' : end });
        }
        tell(isRefused ? 'refused' : end);
      },
    });
    return { ended, stop };
  };

  /** The rest of a sending of which the student has removed a part; as when they cancel it. */
  const refuseRest = (keys: readonly string[]): DeviceTransfer => {
    const left = rows.get().filter(({ key, end }) => keys.includes(key) && goesOn(end));
    for (const { key } of left) change(key, { end: 'cancelled' });
    void discard(left.map(({ key }) => key));
    return REFUSED;
  };

  const receive: DeviceFiles['receive'] = (channel, { files: listed, reference }) => {
    if (unwanted.has(reference)) return refuseRest(listed.map(({ id }) => id));
    const files = listed.filter(({ id }) => !removed.get(reference)?.has(id));
    const coming = files.map(({ id, name, size }) => {
      referenceOf.set(id, reference);
      // A tutor who sends it again goes on where it was.
      const before = rows.get().find(({ key }) => key === id);
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
    const transfer = run(coming, (runId, events) => chunks.receive(runId, channel, expected, events));
    if (!hasRetained) {
      hasRetained = true;
      // What no list names any more: a page that is closed while it removes files leaves some.
      const listed = [...kept.get(), ...coming].map(({ key }) => key);
      chunks.retain(listed).catch(() => {});
    }
    return transfer;
  };

  const send: DeviceFiles['send'] = (channel, { file: listed, reference }) => {
    if (unwanted.has(reference)) return REFUSED;
    const file = deps.find(listed);
    if (file === undefined) return undefined;
    const row = {
      key: reference,
      direction: 'out',
      name: listed.fileName,
      size: file.size,
      bytes: 0,
    } as const;
    referenceOf.set(reference, reference);
    const version = `${file.size}-${file.lastModified}`;
    return run([{ id: reference, ...row }], (runId, events) =>
      chunks.send(runId, channel, [{ id: reference, file, name: listed.fileName, version }], events),
    );
  };

  return {
    rows,
    kept,
    receive,
    send,
    /** The student does not want it; all files of the same sending end with it. */
    cancel: (key: string) => current.get(key)?.cancel(),
    /** The file for saving; undefined where it is gone: a browser may clear what pages keep. */
    open: (key: string): Promise<File | undefined> => chunks.open(key).catch(() => undefined),
    noteSaved(key: string): void {
      keep(kept.get().map((file) => (file.key === key ? { ...file, isSaved: true } : file)));
    },
    /** Names of what goes when the student leaves: what was not saved, and what is still coming. */
    unsaved(): readonly string[] {
      const coming = rows.get().filter(({ direction, end }) => direction === 'in' && end === undefined);
      return [...kept.get().filter(({ isSaved }) => !isSaved), ...coming].map(({ name }) => name);
    },
    /**
     * A call that broke is placed again, and lists everything again: what has not come yet ends it then, and with it the
     * other files of the same sending. Sent anew by the tutor, under another reference, it is asked for anew.
     */
    async remove(key: string): Promise<void> {
      const end = rows.get().find((row) => row.key === key)?.end;
      const reference = referenceOf.get(key);
      referenceOf.delete(key);
      if (reference !== undefined && goesOn(end)) unwanted.add(reference);
      else if (reference !== undefined) removed.set(reference, new Set(removed.get(reference)).add(key));
      keep(kept.get().filter((file) => file.key !== key));
      rows.set(rows.get().filter((row) => row.key !== key));
      await discard([key]);
    },
    /** The student leaves: of what came nothing stays on this computer, nor of what is still under way. */
    async forget(): Promise<void> {
      isForgotten = true;
      const coming = rows.get().filter(({ direction }) => direction === 'in');
      const keys = [...kept.get(), ...coming].map(({ key }) => key);
      keep([]);
      rows.set([]);
      await discard(keys);
    },
    stop() {
      current.clear();
      chunks.end();
    },
  };
}

const isSamePerson = (a: Person, b: Person) => a.name === b.name && a.email === b.email;
