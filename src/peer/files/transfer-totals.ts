/** Totals of all files of one direction. Pure. */
import { bytesOf, type Direction, type FileRecord, type FileState, isRunning } from './file-record.ts';

export type TransferTotals = {
  isRunning: boolean;
  fileCount: number;
  finishedCount: number;
  failedCount: number;
  cancelledCount: number;
  /** Excludes failed and cancelled files, because they will not arrive without a retry. */
  doneBytes: number;
  totalBytes: number;
  /** Undefined while nothing runs, or while there are too few samples. */
  bytesPerSecond: number | undefined;
  secondsLeft: number | undefined;
};

const isCounted = ({ state }: FileRecord) => state.name !== 'failed' && state.name !== 'cancelled';

export function transferTotals(
  records: readonly FileRecord[],
  direction: Direction,
  bytesPerSecond: number | undefined,
): TransferTotals {
  const mine = records.filter((record) => record.direction === direction);
  const counted = mine.filter(isCounted);
  const sum = (of: (record: FileRecord) => number) =>
    counted.reduce((total, record) => total + of(record), 0);
  const [doneBytes, totalBytes] = [sum(bytesOf), sum(({ size }) => size)];
  const countOf = (name: FileState['name']) => mine.filter(({ state }) => state.name === name).length;
  const runs = mine.some(isRunning);
  return {
    isRunning: runs,
    fileCount: mine.length,
    finishedCount: countOf('finished'),
    failedCount: countOf('failed'),
    cancelledCount: countOf('cancelled'),
    doneBytes,
    totalBytes,
    bytesPerSecond: runs ? bytesPerSecond : undefined,
    secondsLeft: runs && bytesPerSecond ? Math.ceil((totalBytes - doneBytes) / bytesPerSecond) : undefined,
  };
}
