/** At most so many devices are fed at once: the others wait their turn, so that each of them is quick when it has it. */

export type CallSlots = {
  /** `begin` runs now or when a place is free, and gets what frees it. Returns what leaves the queue. */
  enter(begin: (leave: () => void) => void): () => void;
  size(): { running: number; waiting: number };
};

export function createCallSlots(most: number): CallSlots {
  const waiting: ((leave: () => void) => void)[] = [];
  let running = 0;

  function next(): void {
    while (running < most) {
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
