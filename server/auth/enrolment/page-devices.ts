/**
 * The devices of student pages. The platform assigns each browser a name and a key; the browser sends the key
 * when it returns. A site has a limit of pages, and unused pages are removed.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { hashSecret, newSecret } from '#base/secrets.ts';
import { PAGE_NAME_PREFIX } from '#domain/page-name.ts';
import type { DeviceLogin } from '#protocol/auth/auth-service.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { SitePlace } from '../secrets/site-secrets.ts';

export type PageDevice = {
  id: string;
  isNew: boolean;
  hostname: string;
  /** Returned only once, when the device is new. */
  clientKey?: string;
  /** Id of the device that was removed to make room. */
  removed?: string;
};

export type RemovedPage = { tenant: string; site: string; deviceId: string };

/** When a site is full, a page that was unused for this long may be removed. */
const IDLE_TIMEOUT_MS = 60 * 60 * 1_000;
/** Students stay for minutes, so a page with only a shorter connection was not used by one. */
const MIN_DURATION_MS = 2 * 60 * 1_000;
const NAME_BYTES = 6;
/** More students than share one browser in a year. */
const MAX_STUDENTS = 50;

export type PageRules = {
  /** Maximum number of pages of a site. */
  mostPages: number;
  /** False: an external broker is used, which does not report connections. */
  knowsConnections: boolean;
  /** Counts a new page. False: too many new pages in the last minute. */
  mayMake(): boolean;
};

/**
 * Returns the device of the browser with this client key, or creates one. `full`: the site has `mostPages`
 * pages, all in use. `busy`: too many new pages at this moment. `shut-out`: an administrator has shut it out.
 */
export async function pageDeviceOf(
  { trx, place, login, now }: { trx: Transaction<Database>; place: SitePlace; login: DeviceLogin; now: Date },
  rules: PageRules,
): Promise<PageDevice | 'full' | 'busy' | 'shut-out'> {
  const { tenant, site } = place;
  const seen = { last_seen_at: now, ...(login.version && { version: login.version }) };
  const known =
    login.clientKey === undefined
      ? undefined
      : await inTenant(trx, tenant)
          .updateTable('devices')
          .set(seen)
          .where('site_id', '=', site)
          .where('client_key', '=', hashSecret(login.clientKey))
          .returning(['id', 'hostname', 'shut_out_at'])
          .executeTakeFirst();
  if (known && known.shut_out_at !== null) return 'shut-out';
  if (known) return { id: known.id, hostname: known.hostname, isNew: false };
  if (!rules.mayMake()) return 'busy';
  const room = await makeRoom(trx, place, { ...rules, now });
  if (room === undefined) return 'full';
  const id = randomUUID();
  const clientKey = newSecret();
  const hostname = PAGE_NAME_PREFIX + randomBytes(NAME_BYTES).toString('hex');
  const page = { type: 'extension', hostname, client_key: hashSecret(clientKey) } as const;
  await trx
    .insertInto('devices')
    .values({ tenant, id, site_id: site, ...page, ...seen })
    .execute();
  return { id, isNew: true, hostname, clientKey, ...room };
}

/** Whether this is the client key of a page of the site. */
export async function isKnownPage(
  db: Kysely<Database>,
  { tenant, site }: SitePlace,
  clientKey: string,
): Promise<boolean> {
  const row = await inTenant(db, tenant)
    .selectFrom('devices')
    .select('id')
    .where('site_id', '=', site)
    .where('client_key', '=', hashSecret(clientKey))
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the pages of all sites unused since `before`, with their clients, and returns them. */
export async function removeUnusedPages(db: Kysely<Database>, before: Date): Promise<RemovedPage[]> {
  return db.transaction().execute(async (trx) => {
    const unused = await unusedPages(trx, before).execute();
    const removed: RemovedPage[] = [];
    for (const { tenant, site, id } of unused) {
      await removePage(trx, tenant, id);
      removed.push({ tenant, site, deviceId: id });
    }
    return removed;
  });
}

/**
 * Removes the students of a page who were not seen for longest, so that there is room for one more. Otherwise
 * a single browser could fill the lists of the site with any number of names.
 */
export async function makeRoomForStudent(
  trx: Transaction<Database>,
  { tenant, deviceId }: { tenant: string; deviceId: string },
): Promise<void> {
  const oldest = await inTenant(trx, tenant)
    .selectFrom('clients')
    .select('id')
    .where('device_id', '=', deviceId)
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .orderBy('id')
    .offset(MAX_STUDENTS - 1)
    .execute();
  const ids = oldest.map(({ id }) => id);
  if (ids.length === 0) return;
  await inTenant(trx, tenant)
    .deleteFrom('refresh_tokens')
    .where('subject_kind', '=', 'device')
    .where('subject_id', 'in', ids)
    .execute();
  await inTenant(trx, tenant).deleteFrom('clients').where('id', 'in', ids).execute();
}

/** If the site is full, removes a page of no use, or the longest unused. Undefined: all are in use. */
async function makeRoom(
  trx: Transaction<Database>,
  { tenant, site }: SitePlace,
  { now, mostPages, knowsConnections }: Omit<PageRules, 'mayMake'> & { now: Date },
): Promise<{ removed?: string } | undefined> {
  // The lock on the site row serialises new pages, so that two of them cannot both take the last place.
  await inTenant(trx, tenant).selectFrom('sites').select('id').where('id', '=', site).forUpdate().execute();
  const { pages } = await inTenant(trx, tenant)
    .selectFrom('devices')
    .select((is) => is.fn.countAll<string>().as('pages'))
    .where('site_id', '=', site)
    .where('client_key', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(pages) < mostPages) return {};
  const before = (ms: number) => new Date(now.getTime() - ms);
  const unused =
    (knowsConnections ? await pageWithoutUse(trx, { tenant, site }, before(MIN_DURATION_MS)) : undefined) ??
    (await unusedPages(trx, before(IDLE_TIMEOUT_MS))
      .where('devices.tenant', '=', tenant)
      .where('devices.site_id', '=', site)
      .limit(1)
      .executeTakeFirst());
  if (unused === undefined) return undefined;
  await removePage(trx, tenant, unused.id);
  return { removed: unused.id };
}

/**
 * Finds a page that enrolled before `before` and never connected, or else a disconnected one whose last
 * connection was short. Programs that enrol pages in bulk leave such pages; students' browsers do not. A page
 * that refreshed its tokens after a while is kept: it is a browser that cannot connect at the moment.
 */
const pageWithoutUse = (trx: Transaction<Database>, { tenant, site }: SitePlace, before: Date) =>
  inTenant(trx, tenant)
    .selectFrom('devices')
    .leftJoin('clients', (join) =>
      join.onRef('clients.tenant', '=', 'devices.tenant').onRef('clients.device_id', '=', 'devices.id'),
    )
    .leftJoin('client_connections as last', (join) =>
      join.onRef('last.tenant', '=', 'clients.tenant').onRef('last.client_id', '=', 'clients.id'),
    )
    .select('devices.id')
    .where('devices.site_id', '=', site)
    .where('client_key', 'is not', null)
    .where('devices.last_seen_at', '<', before)
    .where(({ not, exists }) =>
      not(
        exists(
          tokensOfPage(trx).where(
            'token.created_at',
            '>=',
            sql<Date>`devices.last_seen_at + ${MIN_DURATION_MS} * interval '1 millisecond'`,
          ),
        ),
      ),
    )
    .groupBy(['devices.tenant', 'devices.id'])
    .having(
      sql<boolean>`bool_and(coalesce(
        last.ended_at < ${before} and last.ended_at - last.connected_at < ${MIN_DURATION_MS} * interval '1 millisecond',
        last.connected_at is null))`,
    )
    .orderBy(sql`max(last.connected_at) is not null`)
    .orderBy('devices.last_seen_at')
    .orderBy('devices.id')
    .limit(1)
    .executeTakeFirst();

/** Subquery of a query of `devices`: the refresh tokens of the clients of one device. */
const tokensOfPage = (trx: Transaction<Database>) =>
  trx
    .selectFrom('clients as holder')
    .innerJoin('refresh_tokens as token', (join) =>
      join
        .onRef('token.tenant', '=', 'holder.tenant')
        .onRef('token.subject_id', '=', 'holder.id')
        .on('token.subject_kind', '=', 'device'),
    )
    .select('holder.id')
    .where('holder.tenant', '=', sql.ref<string>('devices.tenant'))
    .where('holder.device_id', '=', sql.ref<string>('devices.id'));

/** Longest unused first. An open page refreshes its tokens, so its newest token is younger than `before`. */
const unusedPages = (trx: Transaction<Database>, before: Date) =>
  trx
    .selectFrom('devices')
    .select(['devices.tenant', 'devices.site_id as site', 'devices.id'])
    .where('client_key', 'is not', null)
    .where('devices.last_seen_at', '<', before)
    .where(({ not, exists }) => not(exists(tokensOfPage(trx).where('token.created_at', '>=', before))))
    .orderBy('devices.last_seen_at')
    .orderBy('devices.id');

/** Removes its clients and their refresh tokens too; the database does not cascade to the tokens. */
async function removePage(trx: Transaction<Database>, tenant: string, id: string): Promise<void> {
  await inTenant(trx, tenant)
    .deleteFrom('refresh_tokens')
    .where('subject_kind', '=', 'device')
    .where('subject_id', 'in', (is) =>
      is
        .selectFrom('clients')
        .select('clients.id')
        .where('clients.tenant', '=', tenant)
        .where('clients.device_id', '=', id),
    )
    .execute();
  await inTenant(trx, tenant).deleteFrom('devices').where('id', '=', id).execute();
}
