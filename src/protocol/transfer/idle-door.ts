/** Starts a resource on first use, and ends it when it has not been used for a while. */
import type { Clock } from '../clock.ts';

export type IdleDoor<T> = {
  /** Call it for each use, because the resource is a new one after a pause. */
  use(): T;
  isOpen(): boolean;
  /** Ends the resource now, because it is broken or the page closes. */
  end(): void;
};

export type IdleDoorDeps<T> = {
  start(onFailed: () => void): { face: T; end(): void };
  /** Whether nothing runs in it. */
  isIdle(face: T): Promise<boolean>;
  clock: Pick<Clock, 'after'>;
  idleMs: number;
};

export function createIdleDoor<T>({ start, isIdle, clock, idleMs }: IdleDoorDeps<T>): IdleDoor<T> {
  type Open = { face: T; end(): void; uses: number; stopTimer(): void };
  let open: Open | undefined;

  function end(which: Open | undefined = open) {
    if (which === undefined || which !== open) return;
    open = undefined;
    which.stopTimer();
    which.end();
  }

  function lookLater(which: Open) {
    which.stopTimer();
    which.stopTimer = clock.after(idleMs, () => void look(which));
  }

  async function look(which: Open) {
    const { uses } = which;
    const isQuiet = await isIdle(which.face).catch(() => true);
    if (which !== open || which.uses !== uses) return;
    if (isQuiet) end(which);
    else lookLater(which);
  }

  return {
    use() {
      if (open === undefined) {
        const begun: Open = { ...start(() => end(begun)), uses: 0, stopTimer: () => {} };
        open = begun;
      }
      open.uses += 1;
      lookLater(open);
      return open.face;
    },
    isOpen: () => open !== undefined,
    end: () => end(),
  };
}
