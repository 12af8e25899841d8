/** Combines the lock, blocked inputs and blocked keys into one order for the lock process. */
import type { Lock } from '../../../../core/device-state.ts';
import type { Effects } from '../../../../core/effects.ts';
import { lockName, paintLock } from '../../../pictures/lock-picture.ts';
import type { XMonitor } from '../x11/x-monitors.ts';
import type { LockProcesses } from './lock-processes.ts';
import type { Grab, LockOrder, LockWindow } from './messages.ts';

type Held = Pick<Effects, 'lock' | 'inputsBlocked' | 'keysBlocked'>;

export function createScreenHold(deps: { processes: LockProcesses; places: () => readonly XMonitor[] }) {
  const { processes, places } = deps;
  let held: Held = { lock: undefined, inputsBlocked: false, keysBlocked: false };

  const update = (): Promise<void> => {
    if (grabOf(held) !== 'nothing') processes.begin();
    return processes.hold(orderOf(held, places()));
  };
  const set = (next: Partial<Held>): Promise<void> => {
    held = { ...held, ...next };
    return update();
  };

  return {
    lock: (lock: Held['lock']) => set({ lock }),
    blockInputs: (inputsBlocked: boolean) => set({ inputsBlocked }),
    blockKeys: (keysBlocked: boolean) => set({ keysBlocked }),
    /** Covers the displays that there are now. */
    displaysChanged: () => (held.lock === undefined ? Promise.resolve() : update()),
    stop: processes.stop,
  };
}

function grabOf({ lock, inputsBlocked, keysBlocked }: Held): Grab {
  if (lock !== undefined || inputsBlocked) return 'keyboard-and-pointer';
  return keysBlocked ? 'keyboard' : 'nothing';
}

/** Undefined: nothing is held. */
function orderOf(held: Held, places: readonly XMonitor[]): LockOrder | undefined {
  const { lock } = held;
  const grab = grabOf(held);
  if (grab === 'nothing') return undefined;
  if (lock === undefined) return { windows: [], name: '', grab };
  return {
    windows: paintWindows(lock, places),
    name: lockName(lock),
    grab,
  };
}

/** Displays of one size have one picture. */
function paintWindows(lock: Lock, places: readonly XMonitor[]): readonly LockWindow[] {
  const pictures = new Map<string, Uint8Array>();
  return places.map(({ x, y, width, height }) => {
    const size = `${width} ${height}`;
    const bgrx = pictures.get(size) ?? paintLock(lock, { width, height });
    pictures.set(size, bgrx);
    return { x, y, width, height, bgrx };
  });
}
