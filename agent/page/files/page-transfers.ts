/** Runs the page's transfers and writes their progress into the rows. */
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { StopHow, TransferEvents } from '#protocol/transfer/transfer-run.ts';
import type { DeviceTransfer } from '../../peer/device-files.ts';
import type { FileTransfer } from '../../student-ui/student-state.ts';
import type { createFileRows } from './file-rows.ts';

/** A row with the id of its file within the transfer. */
export type TransferRow = FileTransfer & { id: string };

export function createPageTransfers(deps: {
  rows: ReturnType<typeof createFileRows>;
  stop: (runId: string, how: StopHow) => void;
  newId: () => string;
  /** Called when a tutor's file has arrived completely. */
  onArrived: (file: FileTransfer) => void;
}) {
  const { rows, onArrived } = deps;
  /** The newest run of each key. An abandoned run may still report beside it. */
  const current = new Map<string, { cancel(): void }>();

  return {
    /** Cancels the file together with all files of the same transfer. */
    cancel: (key: string) => current.get(key)?.cancel(),
    clear: () => current.clear(),
    /** `start` transfers the channel to the worker and must be called in this same task. */
    run(
      files: readonly TransferRow[],
      start: (runId: string, events: TransferEvents) => void,
    ): DeviceTransfer {
      const runId = deps.newId();
      const byId = new Map(files.map((file) => [file.id, file]));
      let resolveEnd: (end: TransferEnd | 'refused') => void = () => {};
      let isRefused = false;
      const ended = new Promise<TransferEnd | 'refused'>((resolve) => {
        resolveEnd = resolve;
      });
      const stop = (how: StopHow) => deps.stop(runId, how);
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
        rows.put(row);
        current.set(row.key, mine);
      }
      start(runId, {
        progress(id, bytes) {
          const file = fileOf(id);
          if (file) rows.change(file.key, { bytes });
        },
        fileEnded(id, end) {
          const file = fileOf(id);
          if (file === undefined) return;
          if (end === 'done' && file.direction === 'in') onArrived(file);
          else rows.change(file.key, { end, ...(end === 'done' && { bytes: file.size }) });
        },
        ended(end) {
          for (const { key } of files.filter(({ id }) => fileOf(id))) {
            current.delete(key);
            const row = rows.find(key);
            if (row && row.end === undefined) rows.change(key, { end: isRefused ? 'cancelled' : end });
          }
          resolveEnd(isRefused ? 'refused' : end);
        },
      });
      return { ended, stop };
    },
  };
}
