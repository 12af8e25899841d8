/** The messages between the agent and its lock process. */

/** A window over a whole display, in pixels of the screen. */
export type LockWindow = {
  x: number;
  y: number;
  width: number;
  height: number;
  /** As `Pixels.bgrx`. */
  bgrx: Uint8Array;
};

export type Grab = 'nothing' | 'keyboard' | 'keyboard-and-pointer';

/** All that is held. It replaces the order before. */
export type LockOrder = {
  windows: readonly LockWindow[];
  /** The name of the windows, for programs that read the screen aloud. */
  name: string;
  grab: Grab;
};

/** `prepare`: the order is held from `hold` on, or at once if an order is held already. */
export type LockMessage = { type: 'prepare'; order: LockOrder } | { type: 'hold' };

/** A message is obeyed as soon as it arrives. */
export type LockReport = 'ready';
