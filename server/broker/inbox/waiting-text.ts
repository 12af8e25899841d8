/** Limits the text that waits to be written: in total, and per site so that sites share it fairly. */
export type WaitingText = {
  /** Returns the function that releases the text's share; undefined: the limit is reached. */
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
