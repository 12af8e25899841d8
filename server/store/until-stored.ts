/**
 * Stores data that was acknowledged already: reports of devices and runners, and log lines of changes. The
 * sender does not retry, so each report is held in memory until the database accepts it.
 */
import { createKeyedWork } from '#base/keyed-work.ts';
import { isOutage } from './outages.ts';

export type Report = {
  /** Reports with the same key are stored one after the other. */
  key: string;
  /** Size of the payload, which is held in memory until it is stored. */
  bytes: number;
  /** Called again after an outage. */
  store(): Promise<void>;
  /** The report was dropped, because of another error or because the platform stops. */
  lost(): void;
};

export type UntilStored = {
  /** False: the queue is full and the report was dropped. */
  enqueue(report: Report): boolean;
  /** Retries all waiting reports until one meets an outage. Resolves when none is left. */
  close(): Promise<void>;
};

const RETRY_DELAY_MS = 5_000;
/** For the whole queue: some hundred reports with pictures, or tens of thousands without. */
const MAX_WAITING_BYTES = 32 * 2 ** 20;
/** Memory that a report takes beside its payload. */
const REPORT_BYTES = 1_024;

/** `failed` receives the reason why a report could not be stored. */
export function createUntilStored(failed: (error: unknown) => void): UntilStored {
  const work = createKeyedWork(failed);
  /** Functions that end the wait of each report that has met an outage. */
  const waits = new Set<() => void>();
  let waitingBytes = 0;
  let isClosed = false;
  /** Outage of the first attempt after `close`; the other reports then fail without an attempt. */
  let outageAtClose: unknown;

  const waitForRetry = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(end, RETRY_DELAY_MS);
      waits.add(end);
      function end() {
        clearTimeout(timer);
        waits.delete(end);
        resolve();
      }
    });

  async function storeWhenPossible(store: Report['store']): Promise<void> {
    for (;;) {
      const isLast = isClosed;
      if (isLast && outageAtClose !== undefined) throw outageAtClose;
      try {
        return await store();
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (isLast) {
          outageAtClose = error;
          throw error;
        }
        if (!isClosed) await waitForRetry();
      }
    }
  }

  return {
    enqueue({ key, bytes: payloadBytes, store, lost }) {
      const bytes = payloadBytes + REPORT_BYTES;
      if (waitingBytes + bytes > MAX_WAITING_BYTES) return false;
      waitingBytes += bytes;
      work.enqueue(key, async () => {
        try {
          await storeWhenPossible(store);
        } catch (error) {
          lost();
          throw error;
        } finally {
          waitingBytes -= bytes;
        }
      });
      return true;
    },
    close() {
      isClosed = true;
      for (const end of waits) end();
      return work.settled();
    },
  };
}
