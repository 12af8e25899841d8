/** Tabs of the sites page, each a path below `/admin/sites/`. Visible to users who may open the route. */
import type { RouteAccess } from '#domain/people/route-access.ts';
import { m } from './messages.ts';

type SitesTab = { key: string; title: string; access: RouteAccess };

export const SITES_TABS = [
  { key: 'sites-tags', title: m.sites, access: { realm: 'admin' } },
  { key: 'tags-management', title: m.tagsManagement, access: { realm: 'admin', anyOf: ['superAdmin'] } },
  { key: 'site-runners', title: m.siteRunners, access: { realm: 'admin', anyOf: ['superAdmin'] } },
  { key: 'duplicate-devices', title: m.duplicateDevices, access: { realm: 'admin', anyOf: ['superAdmin'] } },
] as const satisfies readonly SitesTab[];
