/**
 * Decides which cards are in view or close to it. Only these subscribe to their device: in a school of a
 * thousand, the others would re-render ten times a second unseen. They catch up before they come into view.
 *
 * Computed from the order of the cards and the cards in view, because a second IntersectionObserver over all
 * cards cost the main thread as much as the pictures themselves (decision 12).
 */

import { createListeners } from '#protocol/observable.ts';
import type { PatientChanges } from './patient-changes.ts';

export type NearCards = {
  /** Sets which cards are far away. A card that is added later counts as near until the next call. */
  setFar(far: ReadonlySet<string>): void;
  /**
   * While the page scrolls, cards change in steps, because each change lays out the whole grid in frames that
   * bring other cards into view.
   */
  hold(isHeld: boolean): void;
  /**
   * Subscribes to a client, but calls back only while its card is near, and when it comes near after a
   * deferred change. The returned function ends both.
   */
  follow(clientId: string, subscribe: (call: () => void) => () => void, call: () => void): () => void;
  isNear(clientId: string): boolean;
  /** Calls back when a card may have come near or gone far; in steps during scrolling. Returns the stop. */
  onNearChange(call: () => void): () => void;
};

/** The margin on either side, as a multiple of the cards in view: scrolling reveals no outdated card. */
const MARGIN = 1.5;

/** How long a card may show an old state while the page scrolls. */
const THROTTLE_MS = 500;
/** How long changes that can wait are deferred; then all cards with such changes are rendered at once. */
const DELAY_MS = 1_000;

/** `ids`: all cards in their order. Returns undefined if none of them is in view. */
export function farIds(ids: readonly string[], visible: readonly string[]): ReadonlySet<string> | undefined {
  const seen = new Set(visible);
  const first = ids.findIndex((id) => seen.has(id));
  if (first < 0) return undefined;
  const last = ids.findLastIndex((id) => seen.has(id));
  const margin = Math.ceil((last - first + 1) * MARGIN);
  return new Set([...ids.slice(0, Math.max(0, first - margin)), ...ids.slice(last + margin + 1)]);
}

/** `patient`: decides which changes can wait on a large wall. Without it, none can. */
export function createNearCards(patient?: PatientChanges): NearCards {
  /** A card that is not in this set counts as near. */
  let far: ReadonlySet<string> = new Set();
  const deferred = new Map<string, Set<() => void>>();
  const changes = createListeners();
  let steps: ReturnType<typeof setInterval> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function defer(clientId: string, call: () => void) {
    const calls = deferred.get(clientId) ?? new Set();
    deferred.set(clientId, calls.add(call));
  }

  function drop(clientId: string, call: () => void) {
    const calls = deferred.get(clientId);
    calls?.delete(call);
    if (calls?.size === 0) deferred.delete(clientId);
    if (deferred.size > 0) return;
    clearTimeout(patience);
    patience = undefined;
  }

  function notifyNear() {
    for (const [clientId, calls] of [...deferred]) {
      if (far.has(clientId)) continue;
      deferred.delete(clientId);
      patient?.shown(clientId);
      for (const call of calls) call();
    }
    changes.tell();
  }

  function notifyLater() {
    patience ??= setTimeout(() => {
      patience = undefined;
      if (steps === undefined) notifyNear();
    }, DELAY_MS);
  }

  return {
    setFar(next) {
      far = next;
      if (steps === undefined) notifyNear();
    },
    hold(isHeld) {
      if (isHeld === (steps !== undefined)) return;
      clearInterval(steps);
      steps = isHeld ? setInterval(notifyNear, THROTTLE_MS) : undefined;
      if (!isHeld) notifyNear();
    },
    follow(clientId, subscribe, call) {
      patient?.shown(clientId);
      const stop = subscribe(() => {
        if (far.has(clientId) || steps !== undefined) defer(clientId, call);
        else if (patient?.canWait(clientId)) {
          defer(clientId, call);
          notifyLater();
        } else {
          drop(clientId, call);
          patient?.shown(clientId);
          call();
        }
      });
      return () => {
        stop();
        drop(clientId, call);
        patient?.left(clientId);
      };
    },
    isNear: (clientId) => !far.has(clientId),
    onNearChange: changes.subscribe,
  };
}
