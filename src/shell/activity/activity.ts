/** The recent actions of this tab, until they are closed. The activity area shows them on every screen. */

import type { ActionRun } from '#live/action-run.ts';
import { createObservable } from '#protocol/observable.ts';
import { activityFacts, isOver } from './activity-facts.ts';

export type NewActivity = {
  /** The title of the action's button. */
  title: string;
  run: Pick<ActionRun, 'id' | 'get' | 'subscribe' | 'forget'>;
  /** clientId → displayed name of the recipients, as far as they are known. */
  names: ReadonlyMap<string, string>;
  /** The recipients in words, if the devices are unknown until they answer: a whole group, or people. */
  whom?: string;
  /** Set if the action can be undone: the devices that it has changed, and the undo. */
  undo?: { clientIds: readonly string[]; perform(clientIds: readonly string[]): void };
};

export type Activity = NewActivity & { id: string };

/** How long an action stays once it is confirmed by all devices or replaced: time to undo it. */
const DISPLAY_MS = 8_000;
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
    activityFacts(run.get(), { isConnected: true, recipients: names.keys() }).phase;

  function closeInTime(entry: Activity) {
    const isDone = ['confirmed', 'superseded'].includes(phase(entry));
    if (isHeld || timers.has(entry.id) || !isDone) return;
    timers.set(
      entry.id,
      setTimeout(() => close(entry.id), DISPLAY_MS),
    );
  }

  /** The changed devices that have confirmed the action. */
  const undoable = ({ run, undo }: Activity): readonly string[] =>
    undo?.clientIds.filter((id) => run.get().answers.get(id)?.state === 'confirmed') ?? [];

  return {
    /** Newest first; the same array until an entry is added or removed. */
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
    /** Cancels an action that has not been sent yet. */
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
    /** While the tutor reads or points at an entry, none is removed. */
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
