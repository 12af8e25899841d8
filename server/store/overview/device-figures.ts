/** Counts devices by state and version, in one query. */
import { type Kysely, sql } from 'kysely';
import { DEVICE_TYPES, type DeviceType } from '#domain/devices/device-type.ts';
import type { AdminOverview } from '#protocol/rest/admin/overview.ts';
import type { Database } from '../database.ts';

/** `all`: the whole tenant. */
export type SitesSeen = 'all' | readonly string[];

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** Versions listed for each type of device. */
const MAX_VERSIONS = 6;

type Row = {
  type: DeviceType;
  version: string;
  count: number;
  online: number;
  recent: number;
  never: number;
};

export async function readDeviceFigures(
  db: Kysely<Database>,
  { tenant, sites, now }: { tenant: string; sites: SitesSeen; now: Date },
): Promise<AdminOverview['devices']> {
  const since = new Date(now.getTime() - WEEK_MS);
  const ofSites = sites === 'all' ? sql`true` : sql`devices.site_id = any(${sites}::text[])`;
  const { rows } = await sql<Row>`
    with last as (
      select clients.device_id, bool_or(connection.ended_at is null) as is_open, max(connection.ended_at) as ended_at
      from client_connections as connection
      join clients on clients.tenant = connection.tenant and clients.id = connection.client_id
      where connection.tenant = ${tenant} and connection.connected_at is not null and clients.device_id is not null
      group by clients.device_id
    ), seen as (
      select devices.type, devices.version, coalesce(last.is_open, false) as is_open,
        greatest(devices.last_seen_at, last.ended_at) as at
      from devices left join last on last.device_id = devices.id
      where devices.tenant = ${tenant} and ${ofSites}
    )
    select type, version, count(*)::int as count,
      (count(*) filter (where is_open))::int as online,
      (count(*) filter (where not is_open and at >= ${since}))::int as recent,
      (count(*) filter (where not is_open and at is null))::int as never
    from seen group by type, version order by count(*) desc, version desc`.execute(db);
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  const [online, recent, never] = [sum((r) => r.online), sum((r) => r.recent), sum((r) => r.never)];
  return {
    online,
    recent,
    never,
    away: sum((row) => row.count) - online - recent - never,
    versions: mostFrequent(rows),
  };
}

function mostFrequent(rows: readonly Row[]): AdminOverview['devices']['versions'] {
  const of = (type: DeviceType) =>
    rows.filter((row) => row.type === type && row.version !== '').slice(0, MAX_VERSIONS);
  return DEVICE_TYPES.filter((type) => type !== 'unknown')
    .flatMap(of)
    .map(({ type, version, count }) => ({ type, version, count }));
}
