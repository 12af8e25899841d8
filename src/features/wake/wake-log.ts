/**
 * Which devices this tutor has had woken from this browser, and when: the devices are off, and cannot say so themselves.
 * All tabs share it, over a reload too, for as long as a wake is spoken of; it ends with the sign-out.
 */

import * as v from 'valibot';
import { WAKE_SHOWN_MS } from '#domain/devices/wake-status.ts';
import { createListeners } from '#protocol/observable.ts';

const KEY = 'lectern-woken';
/** The newest; a school's largest site is smaller. */
const MAX_DEVICES = 2_000;

const keptSchema = v.record(v.string(), v.pipe(v.number(), v.finite()));

type WokenAt = ReadonlyMap<string, number>;

function recent(wokenAt: Iterable<[string, number]>, now: number): WokenAt {
  const spokenOf = [...wokenAt].filter(([, at]) => now - at <= WAKE_SHOWN_MS);
  if (spokenOf.length <= MAX_DEVICES) return new Map(spokenOf);
  return new Map(spokenOf.sort(([, a], [, b]) => b - a).slice(0, MAX_DEVICES));
}

/** `now`: epoch ms. */
export function createWakeLog(storage: () => Storage, now: () => number) {
  let wokenAt: WokenAt = read() ?? new Map();
  const listeners = createListeners();

  /** Undefined where storage is blocked: only this page knows then. */
  function read(): WokenAt | undefined {
    let text: string | null;
    try {
      text = storage().getItem(KEY);
    } catch {
      return undefined;
    }
    try {
      const kept = v.parse(keptSchema, JSON.parse(text ?? '{}'));
      const time = now();
      // A time to come is of a clock that was wrong.
      return recent(
        Object.entries(kept).filter(([, at]) => at <= time),
        time,
      );
    } catch {
      return new Map();
    }
  }

  function change(next: WokenAt): void {
    wokenAt = next;
    listeners.tell();
  }

  function set(next: WokenAt): void {
    try {
      if (next.size === 0) storage().removeItem(KEY);
      else storage().setItem(KEY, JSON.stringify(Object.fromEntries(next)));
    } catch {
      // Storage is full or blocked: this page still knows.
    }
    change(next);
  }

  /** The browser sends this event to the other tabs, not to the tab that made the change. `null`: everything was cleared. */
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) change(read() ?? wokenAt);
  };

  return {
    /** `at`: epoch ms. Ids of the directory. */
    note(deviceIds: readonly string[], at: number): void {
      const known = [...wokenAt, ...(read() ?? [])];
      set(recent(new Map([...known, ...deviceIds.map((id): [string, number] => [id, at])]), at));
    },
    /** Device id → epoch ms; the same map as long as nothing was woken. */
    get: () => wokenAt,
    forget: () => set(new Map()),
    /** Follows the other tabs while there are listeners. */
    subscribe(call: () => void): () => void {
      if (listeners.count() === 0) {
        globalThis.addEventListener('storage', onStorage);
        wokenAt = read() ?? wokenAt;
      }
      const unsubscribe = listeners.subscribe(call);
      return () => {
        unsubscribe();
        if (listeners.count() === 0) globalThis.removeEventListener('storage', onStorage);
      };
    },
  };
}

export const wakeLog = createWakeLog(() => localStorage, Date.now);
