/** The list of files that the panel shows: changes at once, progress a few times a second. */
import type { Clock } from '#protocol/clock.ts';
import { createListeners } from '#protocol/observable.ts';
import { bytesOf, type Direction, type FileRecord, type FileState } from './file-record.ts';
import { createTransferRate } from './transfer-rate.ts';
import { type TransferTotals, transferTotals } from './transfer-totals.ts';

const PROGRESS_EVERY_MS = 250;
/** Speed and time left go on changing while nothing moves. */
const TOTALS_EVERY_MS = 1_000;

export type ExchangeState = {
  readonly records: readonly FileRecord[];
  readonly totals: Readonly<Record<Direction, TransferTotals>>;
};

export type RecordStore = ReturnType<typeof createRecordStore>;

export function createRecordStore(clock: Clock) {
  const records = new Map<string, FileRecord>();
  const rates = { send: createTransferRate(clock.now), collect: createTransferRate(clock.now) };
  const { subscribe, tell } = createListeners();
  let state = stateNow();
  let stopTimer: (() => void) | undefined;
  /** Progress waits for the next time. */
  let isDue = false;

  function stateNow(): ExchangeState {
    const list = [...records.values()];
    const totals = (direction: Direction) =>
      transferTotals(list, direction, rates[direction].bytesPerSecond());
    return { records: list, totals: { send: totals('send'), collect: totals('collect') } };
  }

  function show(): void {
    stopTimer?.();
    stopTimer = undefined;
    isDue = false;
    state = stateNow();
    const { send, collect } = state.totals;
    if (!send.isRunning) rates.send.reset();
    if (!collect.isRunning) rates.collect.reset();
    if (send.isRunning || collect.isRunning) stopTimer = clock.after(TOTALS_EVERY_MS, show);
    tell();
  }

  return {
    /** The same object as long as nothing has changed. */
    state: (): ExchangeState => state,
    subscribe,
    get: (id: string): FileRecord | undefined => records.get(id),
    /** Those of these ids that there are, in their order. */
    records: (ids: readonly string[]): FileRecord[] => ids.flatMap((id) => records.get(id) ?? []),
    add(more: readonly FileRecord[]): void {
      for (const record of more) records.set(record.id, record);
      show();
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) records.delete(id);
      show();
    },
    set(id: string, next: FileState): void {
      const record = records.get(id);
      if (record === undefined) return;
      records.set(id, { ...record, state: next });
      const moved = next.name === 'progress' ? next.bytes - bytesOf(record) : 0;
      if (moved > 0) rates[record.direction].note(moved);
      if (next.name !== 'progress' || record.state.name !== 'progress') show();
      else if (!isDue) {
        isDue = true;
        stopTimer?.();
        stopTimer = clock.after(PROGRESS_EVERY_MS, show);
      }
    },
    end(): void {
      stopTimer?.();
    },
  };
}
