/** Starts something when it is first used, and ends it when nothing has used it for a while. */
import type { TransferClock } from './transfer-run.ts';

export type IdleDoor<T> = {
  /** Ask each time: it is another one after a pause. */
  use(): T;
  isOpen(): boolean;
  /** Ends it now: it is broken, or the page goes. */
  end(): void;
};

export type IdleDoorDeps<T> = {
  start(onFailed: () => void): { face: T; end(): void };
  /** Nothing runs in it. */
  isIdle(face: T): Promise<boolean>;
  clock: TransferClock;
  idleMs: number;
};

export function createIdleDoor<T>({ start, isIdle, clock, idleMs }: IdleDoorDeps<T>): IdleDoor<T> {
  type Open = { face: T; end(): void; usedAt: number; stopTimer(): void };
  let open: Open | undefined;

  function end(which: Open | undefined = open) {
    if (which === undefined || which !== open) return;
    open = undefined;
    which.stopTimer();
    which.end();
  }

  async function look(which: Open) {
    const isQuiet = await isIdle(which.face).catch(() => true);
    if (which !== open) return;
    if (isQuiet && clock.now() - which.usedAt >= idleMs) end(which);
    else which.stopTimer = clock.after(idleMs, () => void look(which));
  }

  function begin(): Open {
    const begun: Open = {
      ...start(() => end(begun)),
      usedAt: clock.now(),
      stopTimer: clock.after(idleMs, () => void look(begun)),
    };
    return begun;
  }

  return {
    use() {
      open ??= begin();
      open.usedAt = clock.now();
      return open.face;
    },
    isOpen: () => open !== undefined,
    end: () => end(),
  };
}
