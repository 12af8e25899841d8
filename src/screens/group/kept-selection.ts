/**
 * Remembers the selection of a group that was left for one of its devices: the cards are still selected when the tutor
 * comes back to the group. Opening another group forgets them.
 */
export function createKeptSelection() {
  let kept: { groupId: string; keys: readonly string[] } | undefined;
  return {
    keep(groupId: string, keys: readonly string[]): void {
      kept = { groupId, keys };
    },
    /** The remembered keys, once. Empty where the selection was of another group. */
    take(groupId: string): readonly string[] {
      const keys = kept?.groupId === groupId ? kept.keys : [];
      kept = undefined;
      return keys;
    },
  };
}

const ofRouters = new WeakMap<object, ReturnType<typeof createKeptSelection>>();

/** Each router has its own: the selection belongs to the way through that router's history. */
export function keptSelectionOf(router: object) {
  const known = ofRouters.get(router) ?? createKeptSelection();
  ofRouters.set(router, known);
  return known;
}
