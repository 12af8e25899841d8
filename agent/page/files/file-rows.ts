/** The rows of transfers between tutors and this page that are running or have ended early. */
import { createObservable } from '#protocol/observable.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';

export type FileRow = {
  /** Identifies the file over all attempts. */
  key: string;
  direction: 'in' | 'out';
  name: string;
  /** In bytes. */
  size: number;
  /** The bytes that were transferred. */
  bytes: number;
  /** Absent while the transfer runs. */
  end?: TransferEnd;
};

const MAX_ENDED = 20;

export function createFileRows() {
  const rows = createObservable<readonly FileRow[]>([]);
  return {
    rows,
    find: (key: string): FileRow | undefined => rows.get().find((row) => row.key === key),
    /** Adds the row as the newest. The oldest ended rows are removed beyond a maximum. */
    put(row: FileRow): void {
      const others = rows.get().filter(({ key }) => key !== row.key);
      const ended = others.filter(({ end }) => end !== undefined);
      const surplus = new Set(ended.slice(0, Math.max(0, ended.length - MAX_ENDED)));
      rows.set([...others.filter((other) => !surplus.has(other)), row]);
    },
    change: (key: string, next: Partial<FileRow>): void =>
      rows.set(rows.get().map((row) => (row.key === key ? { ...row, ...next } : row))),
    remove: (key: string): void => rows.set(rows.get().filter((row) => row.key !== key)),
    clear: (): void => rows.set([]),
  };
}
