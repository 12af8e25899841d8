/** Shows new policy events of a group as toasts, many at once as one, while their table is closed. */
import type { UserLog } from '#protocol/rest/user-log.ts';
import type { NewToast } from '#shell/toasts/toasts.ts';
import { eventLine, whoOf } from './event-words.ts';
import { m } from './messages.ts';

/** At most this many toasts in this time; further events are counted in one more toast. */
const MAX_LINES = 3;
const WINDOW_MS = 10_000;

export function createEventToasts(deps: { show(toast: NewToast): () => void; nowMs(): number }) {
  let shownAt: number[] = [];
  let united: { count: number; at: number; close(): void } | undefined;
  const show = (toast: Pick<NewToast, 'title' | 'text'>) =>
    deps.show({ ...toast, type: 'warning', closable: true, isEvent: true });

  return {
    announce(logs: readonly UserLog[]): void {
      if (logs.length === 0) return;
      const now = deps.nowMs();
      shownAt = shownAt.filter((at) => now - at < WINDOW_MS);
      const isUnited = united !== undefined && now - united.at < WINDOW_MS;
      if (!isUnited && shownAt.length + logs.length <= MAX_LINES) {
        for (const log of logs) {
          show({ title: whoOf(log), text: eventLine(log) });
          shownAt.push(now);
        }
        return;
      }
      const before = isUnited ? united : undefined;
      before?.close();
      const count = (before?.count ?? 0) + logs.length;
      united = { count, at: now, close: show({ text: m.manyEvents({ count }) }) };
    },
  };
}

/** Finds the new events between one fetch of the newest events and the next. */
export function createArrivals() {
  let before: { ids: ReadonlySet<string>; oldestMs: number } | undefined;
  return (logs: readonly UserLog[]): readonly UserLog[] => {
    const known = before;
    const times = logs.map(({ timeTriggered }) => Date.parse(timeTriggered));
    before = {
      ids: new Set(logs.map(({ id }) => id)),
      oldestMs: times.length === 0 ? 0 : Math.min(...times),
    };
    if (known === undefined) return [];
    // An older event that moved into the list after others were deleted is not new.
    return logs.filter(
      ({ id, timeTriggered }) => !known.ids.has(id) && !(Date.parse(timeTriggered) < known.oldestMs),
    );
  };
}
