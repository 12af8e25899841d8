/** Nested sites as the rows of a table. */

export type SiteNode<S> = { id: string; name: string; subnodes: readonly S[] };
export type SiteRow<S> = { site: S; depth: number };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Each site followed by its children, alphabetical within each level. */
export const siteRows = <S extends SiteNode<S>>(sites: readonly S[]): SiteRow<S>[] =>
  shownSiteRows(sites, () => true);

/** Only the sites for which `shows` is true, and those above them, so that their position stays visible. */
export function shownSiteRows<S extends SiteNode<S>>(
  sites: readonly S[],
  shows: (site: S) => boolean,
  depth = 0,
): SiteRow<S>[] {
  return [...sites]
    .sort((a, b) => collator.compare(a.name, b.name))
    .flatMap((site) => {
      const below = shownSiteRows(site.subnodes, shows, depth + 1);
      return below.length > 0 || shows(site) ? [{ site, depth }, ...below] : [];
    });
}
