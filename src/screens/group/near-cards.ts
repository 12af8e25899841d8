/**
 * Which cards are in view or about to come into it. Only these follow their device: in a school of a thousand the
 * others would be rendered ten times a second for nobody. They catch up before they can be seen.
 */

export type NearCards = {
  /** Watches where one card is; returns its undo. */
  observe(card: Element, clientId: string): () => void;
  /**
   * Follows a client by `subscribe`, but calls only while its card is near, and when it comes near after a change
   * that was kept from it. Returns the undo of both.
   */
  follow(clientId: string, subscribe: (call: () => void) => () => void, call: () => void): () => void;
  stop(): void;
};

/** A screen and a half on either side: who scrolls sees nothing old. */
const MARGIN = '150% 0px';

export function createNearCards(Observer: typeof IntersectionObserver = IntersectionObserver): NearCards {
  const idOf = new WeakMap<Element, string>();
  /** A card of which nothing is known yet counts as near. */
  const far = new Set<string>();
  const kept = new Map<string, Set<() => void>>();

  function comeNear(clientId: string) {
    if (!far.delete(clientId)) return;
    const calls = kept.get(clientId) ?? [];
    kept.delete(clientId);
    for (const call of calls) call();
  }

  const observer = new Observer(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const clientId = idOf.get(target);
        if (clientId === undefined) continue;
        if (isIntersecting) comeNear(clientId);
        else far.add(clientId);
      }
    },
    { rootMargin: MARGIN },
  );

  function keep(clientId: string, call: () => void) {
    const calls = kept.get(clientId) ?? new Set();
    kept.set(clientId, calls.add(call));
  }

  return {
    observe(card, clientId) {
      idOf.set(card, clientId);
      observer.observe(card);
      return () => {
        observer.unobserve(card);
        idOf.delete(card);
        far.delete(clientId);
        kept.delete(clientId);
      };
    },
    follow(clientId, subscribe, call) {
      const stop = subscribe(() => {
        if (far.has(clientId)) keep(clientId, call);
        else call();
      });
      return () => {
        stop();
        kept.get(clientId)?.delete(call);
      };
    },
    stop() {
      observer.disconnect();
      far.clear();
      kept.clear();
    },
  };
}
