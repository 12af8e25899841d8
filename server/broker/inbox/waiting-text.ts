/** How much text waits to be written: an end for each site, so that one does not take the room of another, and for all. */
export type WaitingText = {
  /** Undefined: too much waits already. Else what says that this no longer does. */
  add(site: string, length: number): (() => void) | undefined;
};

export function createWaitingText(most: { ofSite: number; ofAll: number }): WaitingText {
  const bySite = new Map<string, number>();
  let all = 0;
  return {
    add(site, length) {
      const own = bySite.get(site) ?? 0;
      if (own + length > most.ofSite || all + length > most.ofAll) return undefined;
      bySite.set(site, own + length);
      all += length;
      return () => {
        const left = (bySite.get(site) ?? 0) - length;
        if (left > 0) bySite.set(site, left);
        else bySite.delete(site);
        all -= length;
      };
    },
  };
}
