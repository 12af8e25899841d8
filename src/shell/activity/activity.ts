/** What this tab has told devices lately, until it is dealt with: the activity area shows it on every screen. */
import { createObservable } from '#protocol/observable.ts';
import type { ActionRun } from '../../live/action-run.ts';
import { activityFacts, isOver } from './activity-facts.ts';

export type NewActivity = {
  /** What was asked for, in the words of its button. */
  title: string;
  run: Pick<ActionRun, 'id' | 'get' | 'subscribe' | 'forget'>;
  /** clientId → how people call the device; of those that were asked. */
  names: ReadonlyMap<string, string>;
  /** Where it can be taken back: whom it has changed, and how. */
  undo?: { clientIds: readonly string[]; perform(clientIds: readonly string[]): void };
};

export type Activity = NewActivity & { id: string };

/** After everybody has confirmed it, or a later action has taken its place; long enough to take it back. */
const STAYS_MS = 8_000;
const MOST_ENTRIES = 50;

export function createActivities() {
  const store = createObservable<readonly Activity[]>([]);
  const unfollow = new Map<string, () => void>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let isHeld = false;

  function close(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    unfollow.get(id)?.();
    unfollow.delete(id);
    store.set(store.get().filter((entry) => entry.id !== id));
  }

  const phase = ({ run, names }: Activity) =>
    activityFacts(run.get(), { isConnected: true, meant: names.keys() }).phase;

  function closeInTime(entry: Activity) {
    const isDone = ['confirmed', 'superseded'].includes(phase(entry));
    if (isHeld || timers.has(entry.id) || !isDone) return;
    timers.set(
      entry.id,
      setTimeout(() => close(entry.id), STAYS_MS),
    );
  }

  /** Those whom it has changed and who have said so. */
  const undoable = ({ run, undo }: Activity): readonly string[] =>
    undo?.clientIds.filter((id) => run.get().answers.get(id)?.state === 'confirmed') ?? [];

  return {
    /** Newest first; the same array as long as nobody came or went. */
    list: store.get,
    subscribe: store.subscribe,
    report(activity: NewActivity): void {
      const entry = { ...activity, id: activity.run.id };
      const list = store.get();
      const oldest = list.findLast((each) => isOver(phase(each)));
      if (list.length >= MOST_ENTRIES && oldest) close(oldest.id);
      unfollow.set(
        entry.id,
        entry.run.subscribe(() => closeInTime(entry)),
      );
      store.set([entry, ...store.get()]);
      closeInTime(entry);
    },
    close,
    /** It has not been sent: it will not be. */
    cancel(entry: Activity): void {
      close(entry.id);
      entry.run.forget();
    },
    canUndo: (entry: Activity): boolean => undoable(entry).length > 0,
    undo(entry: Activity): void {
      const clientIds = undoable(entry);
      close(entry.id);
      if (clientIds.length > 0) entry.undo?.perform(clientIds);
    },
    /** Nothing goes while somebody reads or points at it. */
    setHeld(next: boolean): void {
      if (isHeld === next) return;
      isHeld = next;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      for (const entry of store.get()) closeInTime(entry);
    },
  };
}

export const activities = createActivities();
