/**
 * The number on the icon of the installed app: the alerts that nobody has looked at, of every group and person that some tab
 * of this browser shows. The tabs know of each other by local storage, so that an alert that two of them show counts once.
 */
import * as v from 'valibot';
import { consoleVault } from '../../session/console-session.ts';
import { isSessionEntry } from '../../session/session-vault.ts';

const PREFIX = 'lectern.unseenAlerts.';
/** What has not changed for so long rings no more. */
const MAX_AGE_MS = 7 * 86_400_000;
const MAX_SUBJECTS = 50;

const keptSchema = v.record(v.string(), v.object({ at: v.number(), ids: v.array(v.string()) }));
type Kept = v.InferOutput<typeof keptSchema>;

type Badge = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };

/** `isOwner`: this browser has a session of this one. What other sites have told is counted when there is one again. */
export function createUnseenBadge(deps: {
  storage: () => Storage;
  badge: () => Badge;
  nowMs: () => number;
  isOwner: (owner: string) => boolean;
}) {
  /** The number that the icon shows, as far as this tab knows. */
  let shown: number | undefined;

  const keysOf = (storage: Storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(PREFIX),
    );

  function read(key: string): Kept {
    try {
      const kept = v.parse(keptSchema, JSON.parse(deps.storage().getItem(key) ?? '{}'));
      const oldest = deps.nowMs() - MAX_AGE_MS;
      return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => at > oldest));
    } catch {
      return {};
    }
  }

  function show(): void {
    const ids = new Set<string>();
    const counted = keysOf(deps.storage()).filter((key) => deps.isOwner(key.slice(PREFIX.length)));
    for (const key of counted)
      for (const subject of Object.values(read(key))) for (const id of subject.ids) ids.add(id);
    if (ids.size === shown) return;
    shown = ids.size;
    const badge = deps.badge();
    const done = shown === 0 ? badge.clearAppBadge?.() : badge.setAppBadge?.(shown);
    // Some systems show none, or ask for a permission first.
    done?.catch((error: unknown) => console.info('badge', error));
  }

  /** Where storage is blocked there is no badge. */
  const quietly = (act: () => void) => {
    try {
      act();
    } catch (error) {
      console.info('badge', error);
    }
  };

  return {
    /** `owner` and `subject`: as looks at events are kept. `ids`: of the alerts that nobody has looked at. */
    tell(owner: string, subject: string, ids: readonly string[]): void {
      quietly(() => {
        const key = PREFIX + owner;
        const { [subject]: before, ...others } = read(key);
        if (before?.ids.join() !== ids.join() && (before !== undefined || ids.length > 0)) {
          const entries = [...Object.entries(others), [subject, { at: deps.nowMs(), ids }] as const];
          const kept = entries.filter(([, each]) => each.ids.length > 0).slice(-MAX_SUBJECTS);
          deps.storage().setItem(key, JSON.stringify(Object.fromEntries(kept)));
        }
        show();
      });
    },
    /** Another tab has told, or a session has begun or ended there. */
    storageChanged(key: string | null): void {
      if (key === null || key.startsWith(PREFIX) || isSessionEntry(key)) quietly(show);
    },
    /** Of every person: whoever comes next must not see how many alerts the last one had. */
    forget(): void {
      quietly(() => {
        for (const key of keysOf(deps.storage())) deps.storage().removeItem(key);
        // Also what an earlier page has left on the icon.
        shown = undefined;
        show();
      });
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
