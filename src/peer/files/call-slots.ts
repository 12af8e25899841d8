/**
 * Limits how many devices transfer at once. Others are queued, so that each transfer is fast once it starts.
 */

export type CallSlots = {
  /** Runs `begin` when a slot is free, with the function to free it. Returns the removal from the queue. */
  enter(begin: (leave: () => void) => void): () => void;
  size(): { running: number; waiting: number };
};

export function createCallSlots(limit: number): CallSlots {
  const waiting: ((leave: () => void) => void)[] = [];
  let running = 0;

  function next(): void {
    while (running < limit) {
      const begin = waiting.shift();
      if (begin === undefined) return;
      running += 1;
      let hasLeft = false;
      begin(() => {
        if (hasLeft) return;
        hasLeft = true;
        running -= 1;
        next();
      });
    }
  }

  return {
    enter(begin) {
      waiting.push(begin);
      next();
      return () => {
        const at = waiting.indexOf(begin);
        if (at >= 0) waiting.splice(at, 1);
      };
    },
    size: () => ({ running, waiting: waiting.length }),
  };
}
