/**
 * Stores what was acknowledged before: what devices and runners have reported, the line of a change that was made. Nobody
 * says it again: while the database is away, or has no room, it waits for its return.
 */
import { createKeyedWork } from '../broker/keyed-work.ts';
import { isOutage } from './outages.ts';

export type Report = {
  /** Reports with the same key are stored one after the other. */
  key: string;
  /** Of its payload, which is kept in memory until it is stored. */
  bytes: number;
  /** Called again where it has met an outage. */
  store(): Promise<void>;
  /** It could not be stored: for another reason, or because the platform ends. */
  lost(): void;
};

export type UntilStored = {
  /** False: too much waits already, and this report is not taken. */
  enqueue(report: Report): boolean;
  /** Tries once more what waits, until one report cannot be stored. Resolves when nothing is left to do. */
  close(): Promise<void>;
};

const AGAIN_MS = 5_000;
/** Of all that this queue is for: some hundred reports with pictures, or tens of thousands without. */
const MAX_WAITING_BYTES = 32 * 2 ** 20;
/** What a report takes beside its payload. */
const REPORT_BYTES = 1_024;

/** `failed`: why a report could not be stored. */
export function createUntilStored(failed: (error: unknown) => void): UntilStored {
  const work = createKeyedWork(failed);
  /** Ends the wait of each report that has met an outage. */
  const waits = new Set<() => void>();
  let waitingBytes = 0;
  let isClosed = false;
  /** Of the first try after the close: the others need not wait for the same. */
  let awayAtEnd: unknown;

  const again = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(end, AGAIN_MS);
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
      if (isLast && awayAtEnd !== undefined) throw awayAtEnd;
      try {
        return await store();
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (isLast) {
          awayAtEnd = error;
          throw error;
        }
        if (!isClosed) await again();
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
