/**
 * Stores the selection of a group while the tutor visits one of its devices, so that the cards are still
 * selected when the tutor returns. Opening another group drops it.
 */
export function createKeptSelection() {
  let stored: { groupId: string; keys: readonly string[] } | undefined;
  return {
    keep(groupId: string, keys: readonly string[]): void {
      stored = { groupId, keys };
    },
    /** Returns the stored keys once. Empty if they belong to another group. */
    take(groupId: string): readonly string[] {
      const keys = stored?.groupId === groupId ? stored.keys : [];
      stored = undefined;
      return keys;
    },
  };
}

const ofRouters = new WeakMap<object, ReturnType<typeof createKeptSelection>>();

/** One per router, because the selection belongs to that router's history. */
export function keptSelectionOf(router: object) {
  const known = ofRouters.get(router) ?? createKeptSelection();
  ofRouters.set(router, known);
  return known;
}
