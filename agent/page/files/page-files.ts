/** Files that come from tutors and go to them: what is under way, what was received, and the transfers behind both. */

import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { TransferEvents } from '#protocol/chunks-worker.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { StopHow } from '#protocol/transfer/transfer-run.ts';
import type { DeviceFiles, DeviceTransfer } from '../../peer/device-files.ts';
import { createObservable } from '../observable.ts';
import type { PageMemory, ReceivedFile } from '../page-memory.ts';
import type { Chunks } from './chunks-door.ts';
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

export type PageFiles = ReturnType<typeof createPageFiles>;

export function createPageFiles(deps: {
  chunks: Chunks;
  memory: Pick<PageMemory, 'received'>;
  find: (listed: RetrievedFile) => File | undefined;
  now: () => number;
  newId: () => string;
}) {
  const { chunks, memory } = deps;
  const rows = createObservable<readonly FileRow[]>([]);
  const kept = createObservable<readonly ReceivedFile[]>(memory.received.get() ?? []);
  const cancels = new Map<string, () => void>();

  const keep = (files: readonly ReceivedFile[]) => {
    kept.set(files);
    memory.received.set(files);
  };
  const put = (row: FileRow) => {
    const others = rows.get().filter(({ key }) => key !== row.key);
    const ended = others.filter(({ end }) => end !== undefined);
    const surplus = new Set(ended.slice(0, Math.max(0, ended.length - MOST_ENDED)));
    rows.set([...others.filter((other) => !surplus.has(other)), row]);
  };
  const change = (key: string, next: Partial<FileRow>) =>
    rows.set(rows.get().map((row) => (row.key === key ? { ...row, ...next } : row)));
  const arrived = ({ key, name, size }: FileRow) => {
    rows.set(rows.get().filter((row) => row.key !== key));
    keep([...kept.get().filter((file) => file.key !== key), { key, name, size, at: deps.now() }]);
  };

  /** `start` hands the channel to the worker, in this very task. */
  const run = (
    files: readonly (FileRow & { id: string })[],
    start: (runId: string, events: TransferEvents) => Promise<void>,
  ): DeviceTransfer => {
    const runId = deps.newId();
    const byId = new Map(files.map((file) => [file.id, file]));
    let tell: (end: TransferEnd | 'refused') => void = () => {};
    let isRefused = false;
    const ended = new Promise<TransferEnd | 'refused'>((resolve) => {
      tell = resolve;
    });
    const finish = (end: TransferEnd) => {
      for (const { key } of files) {
        cancels.delete(key);
        const row = rows.get().find((row) => row.key === key);
        if (row && row.end === undefined) change(key, { end: isRefused ? 'cancelled' : end });
      }
      tell(isRefused ? 'refused' : end);
    };
    const stop = (how: StopHow) => {
      chunks.stopRun(runId, how).catch(() => finish(how === 'pause' ? 'broken' : 'cancelled'));
    };
    for (const { id: _, ...row } of files) {
      put(row);
      cancels.set(row.key, () => {
        isRefused = true;
        stop(row.direction === 'in' ? 'discard' : 'cancel');
      });
    }
    start(runId, {
      progress(id, bytes) {
        const file = byId.get(id);
        if (file) change(file.key, { bytes });
      },
      fileEnded(id, end) {
        const file = byId.get(id);
        if (file === undefined) return;
        if (end === 'done' && file.direction === 'in') arrived(file);
        else change(file.key, { end, ...(end === 'done' && { bytes: file.size }) });
      },
      ended: finish,
    }).catch(() => finish('unreadable'));
    return { ended, stop };
  };

  const receive: DeviceFiles['receive'] = (channel, { files }) => {
    const coming = files.map(({ id, name, size }) => {
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
    return run(coming, (runId, events) =>
      chunks.receive(runId, channel, expected, { ...events, offered: () => {} }),
    );
  };

  const send: DeviceFiles['send'] = (channel, { file: listed, reference }) => {
    const file = deps.find(listed);
    if (file === undefined) return undefined;
    const row = {
      key: reference,
      direction: 'out',
      name: listed.fileName,
      size: file.size,
      bytes: 0,
    } as const;
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
    cancel: (key: string) => cancels.get(key)?.(),
    /** The file for saving; undefined where it is gone: a browser may clear what pages keep. */
    open: (key: string): Promise<File | undefined> => chunks.open(key).catch(() => undefined),
    async remove(key: string): Promise<void> {
      keep(kept.get().filter((file) => file.key !== key));
      rows.set(rows.get().filter((row) => row.key !== key));
      await chunks.discard(key).catch(() => {});
    },
    stop() {
      cancels.clear();
      chunks.stop();
    },
  };
}
