/** The rows of transfers between tutors and this page that are running or have ended early. */
import { createObservable } from '#protocol/observable.ts';
import type { FileTransfer } from '../../student-ui/student-state.ts';

const MAX_ENDED = 20;

export function createFileRows() {
  const rows = createObservable<readonly FileTransfer[]>([]);
  return {
    rows,
    find: (key: string): FileTransfer | undefined => rows.get().find((row) => row.key === key),
    /** Adds the row as the newest. The oldest ended rows are removed beyond a maximum. */
    put(row: FileTransfer): void {
      const others = rows.get().filter(({ key }) => key !== row.key);
      const ended = others.filter(({ end }) => end !== undefined);
      const surplus = new Set(ended.slice(0, Math.max(0, ended.length - MAX_ENDED)));
      rows.set([...others.filter((other) => !surplus.has(other)), row]);
    },
    change: (key: string, next: Partial<FileTransfer>): void =>
      rows.set(rows.get().map((row) => (row.key === key ? { ...row, ...next } : row))),
    remove: (key: string): void => rows.set(rows.get().filter((row) => row.key !== key)),
    clear: (): void => rows.set([]),
  };
}
