/** The list of files in the panel. Notifies of changes at most ten times a second, of progress four times. */
import type { Clock } from '#protocol/clock.ts';
import { createListeners } from '#protocol/observable.ts';
import { bytesOf, type Direction, type FileRecord, type FileState } from './file-record.ts';
import { createTransferRate } from './transfer-rate.ts';
import { type TransferTotals, transferTotals } from './transfer-totals.ts';

/** Files of a class change hundreds of times a second, and the panel renders all of them each time. */
const THROTTLE_MS = 100;
const FLUSH_DELAY_MS = 250;
/** Speed and time left keep changing while nothing moves. */
const REPORT_INTERVAL_MS = 1_000;

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
  /** `state` is older than the last change. */
  let isStale = false;
  /** Set after each notification; changes meanwhile are notified when the pause ends. */
  let pause: { hasChange: boolean; stop(): void } | undefined;
  let stopTimer: (() => void) | undefined;
  /** Progress waits for the next notification. */
  let isDue = false;

  function stateNow(): ExchangeState {
    const list = [...records.values()];
    const totals = (direction: Direction) =>
      transferTotals(list, direction, rates[direction].bytesPerSecond());
    return { records: list, totals: { send: totals('send'), collect: totals('collect') } };
  }

  function stopTimers(): void {
    pause?.stop();
    stopTimer?.();
    pause = undefined;
    stopTimer = undefined;
    isDue = false;
  }

  function show(): void {
    stopTimers();
    isStale = false;
    state = stateNow();
    const { send, collect } = state.totals;
    if (!send.isRunning) rates.send.reset();
    if (!collect.isRunning) rates.collect.reset();
    if (send.isRunning || collect.isRunning) stopTimer = clock.after(REPORT_INTERVAL_MS, show);
    pause = { hasChange: false, stop: clock.after(THROTTLE_MS, endPause) };
    tell();
  }

  function endPause(): void {
    const wasChanged = pause?.hasChange;
    pause = undefined;
    if (wasChanged) show();
  }

  function changed(): void {
    isStale = true;
    if (pause) pause.hasChange = true;
    else show();
  }

  return {
    /** The exchange, as the same object until it changes. Progress appears only with its notification. */
    state(): ExchangeState {
      if (isStale) state = stateNow();
      isStale = false;
      return state;
    },
    subscribe,
    get: (id: string): FileRecord | undefined => records.get(id),
    /** The existing records of these ids, in their order. */
    records: (ids: readonly string[]): FileRecord[] => ids.flatMap((id) => records.get(id) ?? []),
    add(more: readonly FileRecord[]): void {
      for (const record of more) records.set(record.id, record);
      changed();
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) records.delete(id);
      changed();
    },
    set(id: string, next: FileState): void {
      const record = records.get(id);
      if (record === undefined) return;
      records.set(id, { ...record, state: next });
      const moved = next.name === 'progress' ? next.bytes - bytesOf(record) : 0;
      if (moved > 0) rates[record.direction].note(moved);
      if (next.name !== 'progress' || record.state.name !== 'progress') changed();
      else if (!isDue) {
        isDue = true;
        stopTimer?.();
        stopTimer = clock.after(FLUSH_DELAY_MS, show);
      }
    },
    end: stopTimers,
  };
}
