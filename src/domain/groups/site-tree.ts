/** Nested sites as the rows of a table. */

export type SiteNode<S> = { id: string; name: string; subnodes: readonly S[] };
export type SiteRow<S> = { site: S; depth: number };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Each site followed by its children, alphabetical within each level. With a query: those whose name holds it,
 * and the sites above them, so that a nested one still shows where it belongs.
 */
export function siteRows<S extends SiteNode<S>>(sites: readonly S[], query: string, depth = 0): SiteRow<S>[] {
  const wanted = query.trim().toLowerCase();
  return [...sites]
    .sort((a, b) => collator.compare(a.name, b.name))
    .flatMap((site) => {
      const below = siteRows(site.subnodes, wanted, depth + 1);
      const isShown = below.length > 0 || site.name.toLowerCase().includes(wanted);
      return isShown ? [{ site, depth }, ...below] : [];
    });
}
