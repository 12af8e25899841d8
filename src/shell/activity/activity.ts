/** The actions that this tab has sent lately, until they are closed: the activity area shows them on every screen. */
import { createObservable } from '#protocol/observable.ts';
import type { ActionRun } from '../../live/action-run.ts';
import { activityFacts, isOver } from './activity-facts.ts';

export type NewActivity = {
  /** What was asked for, in the words of its button. */
  title: string;
  run: Pick<ActionRun, 'id' | 'get' | 'subscribe' | 'forget'>;
  /** clientId → the name of the device, for the devices that the action was sent to, as far as they are known. */
  names: ReadonlyMap<string, string>;
  /** Whom it was for, in words, where the devices are known only when they answer: a whole group, or people. */
  whom?: string;
  /** Present where the action can be undone: which devices it has changed, and how they are changed back. */
  undo?: { clientIds: readonly string[]; perform(clientIds: readonly string[]): void };
};

export type Activity = NewActivity & { id: string };

/** How long an action stays after all devices have confirmed it or a later action has taken its place: time to undo it. */
const STAYS_MS = 8_000;
const MAX_ENTRIES = 50;

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

  /** The devices that the action has changed and that have confirmed it. */
  const undoable = ({ run, undo }: Activity): readonly string[] =>
    undo?.clientIds.filter((id) => run.get().answers.get(id)?.state === 'confirmed') ?? [];

  return {
    /** Newest first; the same array as long as no entry comes or goes. */
    list: store.get,
    subscribe: store.subscribe,
    report(activity: NewActivity): void {
      const entry = { ...activity, id: activity.run.id };
      const list = store.get();
      const oldest = list.findLast((each) => isOver(phase(each)));
      if (list.length >= MAX_ENTRIES && oldest) close(oldest.id);
      unfollow.set(
        entry.id,
        entry.run.subscribe(() => closeInTime(entry)),
      );
      store.set([entry, ...store.get()]);
      closeInTime(entry);
    },
    close,
    /** The action has not been sent yet, and will not be. */
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
    /** While the tutor reads or points at an entry, none goes. */
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
