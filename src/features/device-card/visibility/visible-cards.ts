/** Tracks the cards of which at least half is in view. Only their pictures are sent, decoded and drawn. */

export type VisibleCards = {
  /** Observes one card; returns the function that ends it. */
  observe(card: Element, clientId: string): () => void;
  stop(): void;
};

const THRESHOLD = 0.5;

/** `onChange` receives all visible ids whenever that set changes. */
export function createVisibleCards(
  onChange: (visible: readonly string[]) => void,
  Observer: typeof IntersectionObserver = IntersectionObserver,
): VisibleCards {
  const idOf = new WeakMap<Element, string>();
  const visible = new Set<string>();
  const observer = new Observer(
    (entries) => {
      let changed = false;
      for (const entry of entries) {
        const clientId = idOf.get(entry.target);
        if (clientId === undefined) continue;
        const isIn = entry.isIntersecting && entry.intersectionRatio >= THRESHOLD;
        if (isIn === visible.has(clientId)) continue;
        changed = true;
        if (isIn) visible.add(clientId);
        else visible.delete(clientId);
      }
      if (changed) onChange([...visible]);
    },
    { threshold: THRESHOLD },
  );
  return {
    observe(card, clientId) {
      idOf.set(card, clientId);
      observer.observe(card);
      return () => {
        observer.unobserve(card);
        idOf.delete(card);
        if (visible.delete(clientId)) onChange([...visible]);
      };
    },
    stop() {
      observer.disconnect();
      visible.clear();
    },
  };
}
