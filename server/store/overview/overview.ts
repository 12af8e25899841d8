/** Figures of a tenant for its administrators, all computed by the database. */

import { type Kysely, sql } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { AdminOverview, WholeTenant } from '#protocol/rest/admin/overview.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { readDeviceFigures, type SitesSeen } from './device-figures.ts';
import { createGuide } from './guide.ts';

/** Length of each list; the linked screen shows all entries. */
const MAX_SHOWN = 5;

export type Overview = {
  read(tenant: string, sites: SitesSeen): Promise<Omit<AdminOverview, 'whole'>>;
  whole(tenant: string): Promise<WholeTenant>;
};

export function createOverview(db: Kysely<Database>, clock: () => EpochMs): Overview {
  const guide = createGuide(db);

  async function readSites(tenant: string, sites: SitesSeen): Promise<AdminOverview['sites']> {
    const opens = sql`exists (
      select from site_tokens where site_tokens.tenant = sites.tenant and site_tokens.site_id = sites.id
        and (expires_at is null or expires_at > ${new Date(clock())}))`;
    return inTenant(db, tenant)
      .selectFrom('sites')
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`(count(*) filter (where not ${opens}))::int`.as('closed'),
      ])
      .$if(sites !== 'all', (query) => query.where(sql<boolean>`sites.id = any(${sites}::text[])`))
      .executeTakeFirstOrThrow();
  }

  async function readTutors(tenant: string): Promise<AdminOverview['tutors']> {
    const entry = sql`exists (
      select from role_links as link join roles on roles.tenant = link.tenant and roles.id = link.role_id
      where link.tenant = tutors.tenant and link.tutor_id = tutors.id and roles.name = 'consoleUser')`;
    return inTenant(db, tenant)
      .selectFrom('tutors')
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`(count(*) filter (where not ${entry}))::int`.as('withoutSite'),
      ])
      .executeTakeFirstOrThrow();
  }

  return {
    async read(tenant, sites) {
      const [ofSites, devices, tutors] = await Promise.all([
        readSites(tenant, sites),
        readDeviceFigures(db, { tenant, sites, now: new Date(clock()) }),
        readTutors(tenant),
      ]);
      return { sites: ofSites, devices, tutors };
    },

    async whole(tenant) {
      const [directories, syncs, runners, endingTokens, choices, done] = await Promise.all([
        readDirectories(db, tenant),
        readSyncs(db, tenant),
        readRunners(db, tenant),
        readEndingTokens(db, tenant, new Date(clock())),
        guide.choices(tenant),
        guide.done(tenant),
      ]);
      return { directories, syncs, runners, endingTokens, guide: { ...choices, done } };
    },
  };
}

const readDirectories = (db: Kysely<Database>, tenant: string): Promise<WholeTenant['directories']> =>
  inTenant(db, tenant)
    .selectFrom('integrations')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where not disabled))::int`.as('active'),
    ])
    .executeTakeFirstOrThrow();

async function readSyncs(db: Kysely<Database>, tenant: string): Promise<WholeTenant['syncs']> {
  const hasFailed = sql<boolean>`coalesce((merge_status->>'success') = 'false', false)`;
  const counted = await inTenant(db, tenant)
    .selectFrom('sync_jobs')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where enabled))::int`.as('active'),
      sql<number>`(count(*) filter (where ${hasFailed}))::int`.as('failed'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await inTenant(db, tenant)
    .selectFrom('sync_jobs')
    .select(['id', 'name', 'last_ran', 'merge_status', hasFailed.as('has_failed')])
    .orderBy(hasFailed, 'desc')
    .orderBy('last_ran', (order) => order.desc().nullsLast())
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();
  const latest = rows.map(({ id, name, last_ran, merge_status, has_failed }) => ({
    id,
    name,
    lastRan: last_ran?.toISOString() ?? null,
    hasFailed: has_failed,
    ...(has_failed && merge_status?.humanError !== undefined && { humanError: merge_status.humanError }),
  }));
  return { ...counted, latest };
}

async function readRunners(db: Kysely<Database>, tenant: string): Promise<WholeTenant['runners']> {
  const rows = await inTenant(db, tenant)
    .selectFrom('site_runners')
    .select(['id', 'name', 'connected_at', 'ended_at'])
    .orderBy('ended_at')
    .execute();
  const away = rows.flatMap(({ id, name, connected_at, ended_at }) =>
    connected_at && ended_at ? [{ id, name, endedAt: ended_at.toISOString() }] : [],
  );
  const connected = rows.filter(({ connected_at, ended_at }) => connected_at && !ended_at).length;
  return { count: rows.length, connected, away: away.slice(0, MAX_SHOWN) };
}

async function readEndingTokens(
  db: Kysely<Database>,
  tenant: string,
  now: Date,
): Promise<WholeTenant['endingTokens']> {
  const rows = await inTenant(db, tenant)
    .selectFrom('site_tokens')
    .innerJoin('sites', (join) =>
      join.onRef('sites.tenant', '=', 'site_tokens.tenant').onRef('sites.id', '=', 'site_tokens.site_id'),
    )
    .select(['sites.id', 'sites.name', 'site_tokens.expires_at'])
    .where('site_tokens.expires_at', '>', now)
    .orderBy('site_tokens.expires_at')
    .limit(MAX_SHOWN)
    .execute();
  return rows.flatMap(({ id, name, expires_at }) =>
    expires_at ? [{ siteId: id, siteName: name, expiresAt: expires_at.toISOString() }] : [],
  );
}
