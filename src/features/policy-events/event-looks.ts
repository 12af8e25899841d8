/** Stores in this browser how far a tutor has viewed a group's policy events, per person and session. */

import * as v from 'valibot';
import { createListeners } from '#protocol/observable.ts';
import { storedKeys, storedValue } from '#protocol/storage/stored-value.ts';
import { platformNow } from '#session/platform-time.ts';

const PREFIX = 'lectern.eventLooks.';
/** Groups come and go over the years, so only the latest looks are stored. */
const MAX_LOOKS = 500;

const looksSchema = v.record(v.string(), v.pipe(v.string(), v.isoTimestamp()));
type Looks = v.InferOutput<typeof looksSchema>;

/** A tutor who has never viewed a group's events gets those of one day as new, not those of a school year. */
const DAY_MS = 86_400_000;

/**
 * `owner` identifies the person and the session. All times are event times (ISO 8601), so no two clocks are
 * compared. The exception is `since`: older events count as seen.
 */
export function createEventLooks(storage: () => Storage, since: () => string | undefined = () => undefined) {
  const { subscribe, tell: tellAll } = createListeners();
  let version = 0;
  const tell = () => {
    version += 1;
    tellAll();
  };
  /** Looks that could not be stored; they hold until the page is closed. */
  const unstored = new Map<string, Looks>();

  const stored = (owner: string) => storedValue(storage, PREFIX + owner, looksSchema);
  // Looks that could not be stored are newer than the stored ones.
  const read = (owner: string): Looks => ({ ...stored(owner).get(), ...unstored.get(owner) });

  return {
    /** The time of the newest viewed event, otherwise `since`. */
    lastLook: (owner: string, groupId: string): string | undefined => read(owner)[groupId] ?? since(),
    /** `lastLook` for many groups, with a single read of the storage. */
    lastLooks(owner: string): (groupId: string) => string | undefined {
      const looks = read(owner);
      const atFirst = since();
      return (groupId) => looks[groupId] ?? atFirst;
    },
    /** Never moves back. */
    look(owner: string, groupId: string, newestTime: string): void {
      const looks = read(owner);
      const before = looks[groupId];
      if (before !== undefined && Date.parse(before) >= Date.parse(newestTime)) return;
      delete looks[groupId];
      const next = Object.fromEntries([...Object.entries(looks), [groupId, newestTime]].slice(-MAX_LOOKS));
      if (stored(owner).set(next)) unstored.delete(owner);
      else unstored.set(owner, next);
      tell();
    },
    /** Removes the looks of every person who has signed in in this browser. */
    forget(): void {
      unstored.clear();
      for (const key of storedKeys(storage, PREFIX)) stored(key.slice(PREFIX.length)).set(undefined);
      tell();
    },
    subscribe,
    /** Incremented by each change of the looks. */
    version: () => version,
    /** Notifies listeners that another tab has changed the looks. */
    tell,
  };
}

/** Computed once, so that no event stops being new while the page is open. */
let dayBefore: string | undefined;
const sinceDayBefore = (): string => {
  dayBefore ??= new Date(platformNow() - DAY_MS).toISOString();
  return dayBefore;
};
export const eventLooks = createEventLooks(() => localStorage, sinceDayBefore);
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === null || event.key.startsWith(PREFIX)) eventLooks.tell();
});
