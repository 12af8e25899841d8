import type { Kysely } from 'kysely';
import type { InferOutput } from 'valibot';
import type { tagLinkSchema } from '#protocol/rest/admin/site.ts';
import type { Site, Tag } from '#protocol/rest/site.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export type Sites = {
  /** The top-level sites sorted by name, with nested ones inside. */
  tree(tenant: string): Promise<Site[]>;
  tags(tenant: string): Promise<Tag[]>;
  tagLinks(tenant: string): Promise<InferOutput<typeof tagLinkSchema>[]>;
};

export function createSites(db: Kysely<Database>): Sites {
  const tagLinks: Sites['tagLinks'] = async (tenant) => {
    const rows = await inTenant(db, tenant).selectFrom('tag_links').selectAll().orderBy('id').execute();
    return rows.map((row) => ({ id: row.id, siteId: row.site_id, tagId: row.tag_id }));
  };
  return {
    async tree(tenant) {
      const rows = await inTenant(db, tenant).selectFrom('sites').selectAll().orderBy('name').execute();
      const links = await tagLinks(tenant);
      const sites = new Map(rows.map((row): [string, Site] => [row.id, toSite(row)]));
      for (const { siteId, tagId } of links) sites.get(siteId)?.tags.push(tagId);
      const top: Site[] = [];
      for (const row of rows) {
        const site = sites.get(row.id);
        if (site) (sites.get(row.parent_id ?? '')?.subnodes ?? top).push(site);
      }
      return top;
    },
    tags: (tenant) =>
      inTenant(db, tenant).selectFrom('tags').select(['id', 'name']).orderBy('name').execute(),
    tagLinks,
  };
}

const toSite = ({ id, name }: { id: string; name: string }): Site => ({ id, name, tags: [], subnodes: [] });
