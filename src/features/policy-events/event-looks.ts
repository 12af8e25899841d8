/** Until when a tutor has looked at the policy events of a group, in this browser. Kept per person and session. */

import * as v from 'valibot';
import { createListeners } from '#protocol/observable.ts';
import { platformNow } from '../../session/platform-time.ts';

const PREFIX = 'lectern.eventLooks.';
/** Of the groups that come and go over the years only the latest looks are kept. */
const MAX_LOOKS = 500;

const looksSchema = v.record(v.string(), v.pipe(v.string(), v.isoTimestamp()));
type Looks = v.InferOutput<typeof looksSchema>;

/** For a tutor who has never looked at a group's events, the events of one day are new, not those of a school year. */
const DAY_MS = 86_400_000;

/**
 * `owner` names the person and the session. All times are times of events, ISO 8601, so that no clock is compared, but for
 * `since`: what is older is not new to anybody.
 */
export function createEventLooks(storage: () => Storage, since: () => string | undefined = () => undefined) {
  const { subscribe, tell: tellAll } = createListeners();
  let version = 0;
  const tell = () => {
    version += 1;
    tellAll();
  };
  /** Where nothing can be kept they hold for this page. */
  const unkept = new Map<string, Looks>();

  function read(owner: string): Looks {
    // What could not be kept is newer than what could.
    const newer = unkept.get(owner);
    try {
      const kept = v.parse(looksSchema, JSON.parse(storage().getItem(PREFIX + owner) ?? 'null'));
      return { ...kept, ...newer };
    } catch {
      return { ...newer };
    }
  }

  return {
    /** The time of the newest event that was looked at, else `since`. */
    lastLook: (owner: string, groupId: string): string | undefined => read(owner)[groupId] ?? since(),
    /** The same for many, from one reading of what is kept. */
    lastLooks(owner: string): (groupId: string) => string | undefined {
      const looks = read(owner);
      const atFirst = since();
      return (groupId) => looks[groupId] ?? atFirst;
    },
    /** Never goes back. */
    look(owner: string, groupId: string, newestTime: string): void {
      const looks = read(owner);
      const before = looks[groupId];
      if (before !== undefined && Date.parse(before) >= Date.parse(newestTime)) return;
      delete looks[groupId];
      const next = Object.fromEntries([...Object.entries(looks), [groupId, newestTime]].slice(-MAX_LOOKS));
      try {
        storage().setItem(PREFIX + owner, JSON.stringify(next));
        unkept.delete(owner);
      } catch {
        unkept.set(owner, next);
      }
      tell();
    },
    /** Forgets the looks of every person who was signed in in this browser. */
    forget(): void {
      unkept.clear();
      try {
        const kept = storage();
        const keys = Array.from({ length: kept.length }, (_, index) => kept.key(index));
        for (const key of keys) if (key?.startsWith(PREFIX)) kept.removeItem(key);
      } catch {
        // Storage is blocked: nothing was kept.
      }
      tell();
    },
    subscribe,
    /** Another number after each change of what is kept. */
    version: () => version,
    /** Another tab has looked. */
    tell,
  };
}

/** The same from the first use on, so that nothing stops being new while the page is open. */
let dayBefore: string | undefined;
const sinceDayBefore = (): string => {
  dayBefore ??= new Date(platformNow() - DAY_MS).toISOString();
  return dayBefore;
};
export const eventLooks = createEventLooks(() => localStorage, sinceDayBefore);
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === null || event.key.startsWith(PREFIX)) eventLooks.tell();
});
