/** Pending deletions, which can be undone for a while. */
import type { EpochMs } from '#protocol/clock.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';

export const UNDO_MS = 10_000;

export type PendingDeletion = {
  name: string;
  /** Undefined once it can no longer be undone. */
  untilMs: EpochMs | undefined;
};

/** Deletes the group and reports the result. */
type Remove = () => Promise<unknown>;

export type PendingDeletions = Observable<ReadonlyMap<string, PendingDeletion>> & {
  begin(group: { id: string; name: string }, remove: Remove): void;
  /** Does nothing after the time limit. */
  undo(id: string): void;
  /** Called when the page closes. Resolves when all are deleted. */
  finish(): Promise<void>;
};

export function createPendingDeletions(deps: {
  /** Delete request of a closing page, which outlives the page. */
  removeLast: (id: string) => Promise<void>;
  now: () => number;
}): PendingDeletions {
  const { set, ...pending } = createObservable<ReadonlyMap<string, PendingDeletion>>(new Map());
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function put(id: string, deletion: PendingDeletion | undefined): void {
    const next = new Map(pending.get());
    if (deletion === undefined) next.delete(id);
    else next.set(id, deletion);
    set(next);
  }

  /** The entry stays until the deletion has ended, because the group must not be opened meanwhile. */
  async function run(id: string, remove: Remove): Promise<void> {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const deletion = pending.get().get(id);
    if (deletion === undefined) return;
    put(id, { ...deletion, untilMs: undefined });
    await remove().catch((error: unknown) => console.warn('delete group', error));
    put(id, undefined);
  }

  return {
    ...pending,
    begin({ id, name }, remove) {
      if (pending.get().has(id)) return;
      put(id, { name, untilMs: deps.now() + UNDO_MS });
      timers.set(
        id,
        setTimeout(() => void run(id, remove), UNDO_MS),
      );
    },
    undo(id) {
      if (!timers.has(id)) return;
      clearTimeout(timers.get(id));
      timers.delete(id);
      put(id, undefined);
    },
    async finish() {
      await Promise.all([...timers.keys()].map((id) => run(id, () => deps.removeLast(id))));
    },
  };
}
