/**
 * Which devices this tab has had woken, and when: they are off, and cannot say so themselves. Kept over a reload of the
 * page in the tab's own storage, as long as it is spoken of.
 */
import * as v from 'valibot';
import { WAKE_SHOWN_MS } from '#domain/wake-status.ts';

const KEY = 'lectern-woken';

const keptSchema = v.record(v.string(), v.pipe(v.number(), v.finite()));

type WokenAt = ReadonlyMap<string, number>;

const recent = (wokenAt: Iterable<[string, number]>, now: number): WokenAt =>
  new Map([...wokenAt].filter(([, at]) => now - at <= WAKE_SHOWN_MS));

/** `now`: epoch ms. */
export function createWakeLog(storage: () => Storage, now: number) {
  let wokenAt = read();
  const listeners = new Set<() => void>();

  function read(): WokenAt {
    try {
      const kept = v.parse(keptSchema, JSON.parse(storage().getItem(KEY) ?? '{}'));
      // A time to come is of a clock that was wrong.
      return recent(
        Object.entries(kept).filter(([, at]) => at <= now),
        now,
      );
    } catch {
      return new Map();
    }
  }

  function set(next: WokenAt): void {
    wokenAt = next;
    try {
      if (next.size === 0) storage().removeItem(KEY);
      else storage().setItem(KEY, JSON.stringify(Object.fromEntries(next)));
    } catch {
      // Storage is full or blocked: this page still knows.
    }
    for (const call of [...listeners]) call();
  }

  return {
    /** `at`: epoch ms. Ids of the directory. */
    note(deviceIds: readonly string[], at: number): void {
      set(recent([...wokenAt, ...deviceIds.map((id): [string, number] => [id, at])], at));
    },
    /** Device id → epoch ms; the same map as long as nothing was woken. */
    get: () => wokenAt,
    forget: () => set(new Map()),
    subscribe(call: () => void): () => void {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
  };
}

export const wakeLog = createWakeLog(() => sessionStorage, Date.now());
