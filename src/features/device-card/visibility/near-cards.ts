/**
 * Which cards are in view or about to come into it. Only these follow their device: in a school of a thousand the
 * others would be rendered ten times a second without being seen. They catch up before they come into view.
 *
 * Computed from the order of the cards and from the cards in view, because a second IntersectionObserver over all
 * cards cost the main thread as much as the pictures' own tasks (decision 12).
 */

import { createListeners } from '#protocol/observable.ts';
import type { PatientChanges } from './patient-changes.ts';

export type NearCards = {
  /** From now on exactly these cards are far away. A card that comes later counts as near until the next call. */
  setFar(far: ReadonlySet<string>): void;
  /**
   * While the page scrolls, cards change in steps: each change of a card lays out the whole grid anew, in the frames
   * in which other cards come into view.
   */
  hold(isHeld: boolean): void;
  /**
   * Follows a client by `subscribe`, but calls only while its card is near, and when it comes near after a change
   * that was held back. The returned function ends both.
   */
  follow(clientId: string, subscribe: (call: () => void) => () => void, call: () => void): () => void;
  isNear(clientId: string): boolean;
  /** Calls when a card may have come near or gone far; while the page scrolls, in steps. The returned function ends that. */
  onNearChange(call: () => void): () => void;
};

/** On either side as many again, and half as many: who scrolls sees nothing old. */
const MARGIN = 1.5;

/** How long a card may show an old state while the page scrolls. */
const STEP_MS = 500;
/** How long a change that can wait is held back; then all cards with such changes are drawn at once. */
const PATIENCE_MS = 1_000;

/** `ids`: all cards in their order. Undefined where none of them is in view. */
export function farIds(ids: readonly string[], visible: readonly string[]): ReadonlySet<string> | undefined {
  const seen = new Set(visible);
  const first = ids.findIndex((id) => seen.has(id));
  if (first < 0) return undefined;
  const last = ids.findLastIndex((id) => seen.has(id));
  const margin = Math.ceil((last - first + 1) * MARGIN);
  return new Set([...ids.slice(0, Math.max(0, first - margin)), ...ids.slice(last + margin + 1)]);
}

/** `patient`: which changes can wait on a large wall; without it none can. */
export function createNearCards(patient?: PatientChanges): NearCards {
  /** A card of which nothing is known yet counts as near. */
  let far: ReadonlySet<string> = new Set();
  const kept = new Map<string, Set<() => void>>();
  const changes = createListeners();
  let steps: ReturnType<typeof setInterval> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function keep(clientId: string, call: () => void) {
    const calls = kept.get(clientId) ?? new Set();
    kept.set(clientId, calls.add(call));
  }

  function drop(clientId: string, call: () => void) {
    const calls = kept.get(clientId);
    calls?.delete(call);
    if (calls?.size === 0) kept.delete(clientId);
    if (kept.size > 0) return;
    clearTimeout(patience);
    patience = undefined;
  }

  function tellNear() {
    for (const [clientId, calls] of [...kept]) {
      if (far.has(clientId)) continue;
      kept.delete(clientId);
      patient?.shown(clientId);
      for (const call of calls) call();
    }
    changes.tell();
  }

  function tellLater() {
    patience ??= setTimeout(() => {
      patience = undefined;
      if (steps === undefined) tellNear();
    }, PATIENCE_MS);
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
      patient?.shown(clientId);
      const stop = subscribe(() => {
        if (far.has(clientId) || steps !== undefined) keep(clientId, call);
        else if (patient?.canWait(clientId)) {
          keep(clientId, call);
          tellLater();
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
