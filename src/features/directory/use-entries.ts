import { useState } from 'react';
import { boundedWork } from '#domain/semaphore.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { type FailureWords, failureText } from '#ui/failure/failure-text.ts';
import { useIsDrawn } from '#ui/use-while-drawn.ts';
import type { ActionTarget } from '../action-bar/action-target.ts';

/** Leaves the school's platform room for other requests. */
const CONCURRENCY = 6;

/** A person or a device of the directory. */
export type Entry = { id: string; name: string };

/** Lists each person or device once, however many of their clients are connected. */
export function entriesOf(kind: 'users' | 'devices', targets: readonly ActionTarget[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { userId, deviceId, name } of targets) {
    const id = kind === 'users' ? userId : deviceId;
    if (id !== undefined && !entries.has(id)) entries.set(id, { id, name });
  }
  return [...entries.values()];
}

/** Changes the entries one by one; those that failed stay, for another try. `done` is undefined at rest. */
export function useEntries(
  first: readonly Entry[],
  change: {
    send(id: string): Promise<void>;
    /** Called with the entries that were changed, at least one. */
    onChanged(entries: readonly Entry[]): void;
    someFailed(p: { failed: number; count: number }): string;
    failureWords: FailureWords;
    /** Called when all were changed. */
    onDone(): void;
  },
) {
  const [entries, setEntries] = useState(first);
  const [done, setDone] = useState<number>();
  const [why, setWhy] = useState('');
  const isDrawn = useIsDrawn();

  async function run(): Promise<void> {
    if (done !== undefined) return;
    setDone(0);
    setWhy('');
    let failure: unknown;
    const failed: Entry[] = [];
    await boundedWork(entries, CONCURRENCY, async (each) => {
      try {
        await change.send(each.id);
      } catch (error) {
        failed.push(each);
        failure ??= error;
        return;
      }
      setDone((count = 0) => count + 1);
    });
    const stay = new Set(failed);
    const changed = entries.filter((each) => !stay.has(each));
    if (changed.length > 0) change.onChanged(changed);
    if (failed.length === 0) return isDrawn() ? change.onDone() : undefined;
    console.warn('directory', failure);
    const text = change.someFailed({ failed: failed.length, count: entries.length });
    const whyNot = `${text} ${failureText(failure, change.failureWords)}`;
    // The form may have been closed in the meantime.
    if (!isDrawn()) toasts.show({ type: 'error', text: whyNot });
    setWhy(whyNot);
    setEntries(failed);
    setDone(undefined);
  }

  return { entries, done, why, run };
}
