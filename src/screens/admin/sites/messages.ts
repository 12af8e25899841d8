/** The words of the sites page. */
export const m = {
  sites: 'Sites',
  siteSingular: 'site',
  sitePlural: 'sites',
  search: 'Search site',
  site: 'Site',
  tags: 'Tags',
  nested: (p: { depth: number }) => `Level ${p.depth + 1}: `,
  unknownTag: 'Unknown tag',
  noSites: 'There are no sites',
  noMatch: 'No matching sites found',
} as const;
