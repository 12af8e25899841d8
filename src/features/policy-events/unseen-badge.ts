/**
 * The number on the icon of the installed app: the unseen alerts of every group and person that a tab of this
 * browser shows. The tabs share them in local storage, so an alert shown by two tabs counts once.
 */
import * as v from 'valibot';
import { storedKeys, storedValue } from '#protocol/storage/stored-value.ts';
import { consoleVault } from '#session/console-session.ts';
import { isSessionEntry } from '#session/session-vault.ts';

const PREFIX = 'lectern.unseenAlerts.';
/** Entries unchanged for this long are not counted. */
const MAX_AGE_MS = 7 * 86_400_000;
const MAX_SUBJECTS = 50;

const storedSchema = v.record(v.string(), v.object({ at: v.number(), ids: v.array(v.string()) }));
type Stored = v.InferOutput<typeof storedSchema>;

type Badge = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };

/** `isOwner`: this browser has that session. Entries of other sessions are kept, but not counted. */
export function createUnseenBadge(deps: {
  storage: () => Storage;
  badge: () => Badge;
  nowMs: () => number;
  isOwner: (owner: string) => boolean;
}) {
  /** The number on the icon, as far as this tab knows. */
  let shown: number | undefined;

  const stored = (key: string) => storedValue(deps.storage, key, storedSchema);
  function read(key: string): Stored {
    const oldest = deps.nowMs() - MAX_AGE_MS;
    return Object.fromEntries(Object.entries(stored(key).get() ?? {}).filter(([, { at }]) => at > oldest));
  }

  function show(): void {
    const ids = new Set<string>();
    const counted = storedKeys(deps.storage, PREFIX).filter((key) => deps.isOwner(key.slice(PREFIX.length)));
    for (const key of counted)
      for (const subject of Object.values(read(key))) for (const id of subject.ids) ids.add(id);
    if (ids.size === shown) return;
    shown = ids.size;
    const badge = deps.badge();
    const done = shown === 0 ? badge.clearAppBadge?.() : badge.setAppBadge?.(shown);
    // Some systems have no badges, or require a permission.
    done?.catch((error: unknown) => console.info('badge', error));
  }

  return {
    /** `owner` and `subject`: the keys of the looks. `ids`: the unseen alerts. */
    tell(owner: string, subject: string, ids: readonly string[]): void {
      const key = PREFIX + owner;
      const { [subject]: before, ...others } = read(key);
      if (before?.ids.join() !== ids.join() && (before !== undefined || ids.length > 0)) {
        const own: [string, Stored[string]] = [subject, { at: deps.nowMs(), ids: [...ids] }];
        const entries = [...Object.entries(others), own];
        const remaining = entries.filter(([, each]) => each.ids.length > 0).slice(-MAX_SUBJECTS);
        stored(key).set(Object.fromEntries(remaining));
      }
      show();
    },
    /** Another tab has changed its alerts, or a session has begun or ended there. */
    storageChanged(key: string | null): void {
      if (key === null || key.startsWith(PREFIX) || isSessionEntry(key)) show();
    },
    /** Removes the entries of every person: the next user must not see how many alerts the last one had. */
    forget(): void {
      for (const key of storedKeys(deps.storage, PREFIX)) stored(key).set(undefined);
      // Clears a number that an earlier page has left on the icon.
      shown = undefined;
      show();
    },
  };
}

export const unseenBadge = createUnseenBadge({
  storage: () => localStorage,
  badge: () => navigator,
  nowMs: () => Date.now(),
  isOwner: (owner) => consoleVault.keys().some((key) => owner === `${key} ${consoleVault.read(key)?.userId}`),
});
globalThis.addEventListener?.('storage', (event) => unseenBadge.storageChanged(event.key));
