/** The selection of the group that was left for one of its devices, until somebody comes back or opens another group. */
export function createKeptSelection() {
  let kept: { groupId: string; keys: readonly string[] } | undefined;
  return {
    keep(groupId: string, keys: readonly string[]): void {
      kept = { groupId, keys };
    },
    /** Once; of another group nothing. */
    take(groupId: string): readonly string[] {
      const keys = kept?.groupId === groupId ? kept.keys : [];
      kept = undefined;
      return keys;
    },
  };
}
