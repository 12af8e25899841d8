/** Reports the reading progress to the tab, at a limited rate. */
import type { Clock } from '#protocol/clock.ts';
import type { InventoryReading } from '#protocol/threads/inventory-worker.ts';

const THROTTLE_MS = 500;

type Reading = Omit<InventoryReading, 'version'>;

/** `version`: returns the current version of the rows. */
export function createReadingReport(clock: Pick<Clock, 'after' | 'now'>, version: () => number) {
  let listener: ((reading: InventoryReading) => void) | undefined;
  let reading: Reading = { name: 'reading', read: 0, total: undefined };
  let cancel: (() => void) | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;

  function notify(): void {
    cancel?.();
    cancel = undefined;
    lastAt = clock.now();
    listener?.({ ...reading, version: version() });
  }

  return {
    listen(next: (reading: InventoryReading) => void): void {
      listener = next;
    },
    /** Notifies the tab immediately when reading starts or ends, otherwise at most once per interval. */
    update(change: Partial<Reading>): void {
      const isOther = change.name !== undefined && change.name !== reading.name;
      reading = { ...reading, ...change };
      const waitMs = lastAt + THROTTLE_MS - clock.now();
      if (isOther || waitMs <= 0) notify();
      else cancel ??= clock.after(waitMs, notify);
    },
  };
}
