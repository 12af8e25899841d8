/** What is about to be deleted, and can be taken back for a while. */
import { createObservable, type Observable } from '#protocol/observable.ts';

export const UNDO_MS = 10_000;

export type PendingDeletion = {
  name: string;
  /** Epoch milliseconds; undefined once it can no longer be taken back. */
  untilMs: number | undefined;
};

/** Deletes the group, and says what has become of it. */
type Remove = () => Promise<unknown>;

export type PendingDeletions = Observable<ReadonlyMap<string, PendingDeletion>> & {
  begin(group: { id: string; name: string }, remove: Remove): void;
  /** Does nothing where it is too late. */
  undo(id: string): void;
  /** The page is about to go. Resolves when all are deleted. */
  finish(): Promise<void>;
};

export function createPendingDeletions(deps: {
  /** Of a page that closes: the request outlives it. */
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

  /** It stays among them until it has been deleted, or could not be: it is no group to be opened meanwhile. */
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
