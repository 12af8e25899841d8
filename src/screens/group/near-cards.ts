/**
 * Which cards are in view or about to come into it. Only these follow their device: in a school of a thousand the
 * others would be rendered ten times a second for nobody. They catch up before they can be seen.
 *
 * Told from the order of the cards and from those in view: a second IntersectionObserver over all cards cost the
 * main thread as much as the pictures' own tasks (decision 12).
 */

export type NearCards = {
  /** These cards are far away from here on, and no others: one that comes later counts as near until it is told. */
  setFar(far: ReadonlySet<string>): void;
  /**
   * While the page scrolls, cards are told in steps: each change of one lays the whole grid out anew, in the frames
   * in which other cards come into view.
   */
  hold(isHeld: boolean): void;
  /**
   * Follows a client by `subscribe`, but calls only while its card is near, and when it comes near after a change
   * that was kept from it. Returns the undo of both.
   */
  follow(clientId: string, subscribe: (call: () => void) => () => void, call: () => void): () => void;
};

/** On either side as many again, and half as many: who scrolls sees nothing old. */
const MARGIN = 1.5;

/** So long a card may show what was, while it moves. */
const STEP_MS = 500;

/** `ids`: all cards in their order. Undefined where none of them is in view. */
export function farIds(ids: readonly string[], visible: readonly string[]): ReadonlySet<string> | undefined {
  const seen = new Set(visible);
  const first = ids.findIndex((id) => seen.has(id));
  if (first < 0) return undefined;
  const last = ids.findLastIndex((id) => seen.has(id));
  const margin = Math.ceil((last - first + 1) * MARGIN);
  return new Set([...ids.slice(0, Math.max(0, first - margin)), ...ids.slice(last + margin + 1)]);
}

export function createNearCards(): NearCards {
  /** A card of which nothing is known yet counts as near. */
  let far: ReadonlySet<string> = new Set();
  const kept = new Map<string, Set<() => void>>();
  let steps: ReturnType<typeof setInterval> | undefined;

  function keep(clientId: string, call: () => void) {
    const calls = kept.get(clientId) ?? new Set();
    kept.set(clientId, calls.add(call));
  }

  function tellNear() {
    for (const [clientId, calls] of [...kept]) {
      if (far.has(clientId)) continue;
      kept.delete(clientId);
      for (const call of calls) call();
    }
  }

  return {
    setFar(next) {
      far = next;
      if (steps === undefined) tellNear();
    },
    hold(isHeld) {
      if (isHeld === (steps !== undefined)) return;
      clearInterval(steps);
      steps = isHeld ? setInterval(tellNear, STEP_MS) : undefined;
      if (!isHeld) tellNear();
    },
    follow(clientId, subscribe, call) {
      const stop = subscribe(() => {
        if (far.has(clientId) || steps !== undefined) keep(clientId, call);
        else call();
      });
      return () => {
        stop();
        const calls = kept.get(clientId);
        calls?.delete(call);
        if (calls?.size === 0) kept.delete(clientId);
      };
    },
  };
}
