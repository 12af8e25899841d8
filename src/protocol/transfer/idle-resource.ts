/** Starts a resource on first use, and ends it when it has not been used for a while. */
import type { Clock } from '../clock.ts';

export type IdleResource<T> = {
  /** Call it for each use, because the resource is a new one after a pause. */
  use(): T;
  isOpen(): boolean;
  /** Ends the resource now, because it is broken or the page closes. */
  end(): void;
};

export type IdleResourceDeps<T> = {
  start(onFailed: () => void): { face: T; end(): void };
  /** Whether nothing runs in it. */
  isIdle(face: T): Promise<boolean>;
  clock: Pick<Clock, 'after'>;
  idleMs: number;
};

export function createIdleResource<T>({
  start,
  isIdle,
  clock,
  idleMs,
}: IdleResourceDeps<T>): IdleResource<T> {
  type Open = { face: T; end(): void; uses: number; stopTimer(): void };
  let open: Open | undefined;

  function end(which: Open | undefined = open) {
    if (which === undefined || which !== open) return;
    open = undefined;
    which.stopTimer();
    which.end();
  }

  function checkLater(which: Open) {
    which.stopTimer();
    which.stopTimer = clock.after(idleMs, () => void check(which));
  }

  async function check(which: Open) {
    const { uses } = which;
    const isQuiet = await isIdle(which.face).catch(() => true);
    if (which !== open || which.uses !== uses) return;
    if (isQuiet) end(which);
    else checkLater(which);
  }

  return {
    use() {
      if (open === undefined) {
        const begun: Open = { ...start(() => end(begun)), uses: 0, stopTimer: () => {} };
        open = begun;
      }
      open.uses += 1;
      checkLater(open);
      return open.face;
    },
    isOpen: () => open !== undefined,
    end: () => end(),
  };
}
