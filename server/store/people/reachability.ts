/** Stores when devices enrolled and connected last, and why the connection ended. */

import { type Kysely, sql } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Reachability, RunnerState } from '#protocol/rest/reachability.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { ConnectionNote } from './connection-note.ts';

type Known = Pick<Reachability, 'enrolledAt' | 'connection' | 'refused' | 'runner'>;

export type ReachabilityStore = {
  /** Writes changed connections. Clients and runners that no longer exist are skipped. */
  keep(notes: readonly ConnectionNote[]): Promise<void>;
  /** Closes connections left open by a crash. Requires that no other process serves the site, or any site. */
  endAll(at: number, site?: SiteKey): Promise<void>;
  of(device: SiteKey & { deviceId: string }): Promise<Known>;
};

/** Rows in one statement. */
const BATCH = 500;

/** Ignore the end of a connection that is older than one of another process. */
const isNewest = sql`coalesce(kept.connected_at <= n.since, true)`;

const iso = (at: number | undefined | null) => (at == null ? null : new Date(at).toISOString());
const text = (at: Date | null) => at?.toISOString() ?? null;

export function createReachability(db: Kysely<Database>): ReachabilityStore {
  async function keepClients(notes: readonly ConnectionNote[]): Promise<void> {
    const rows = notes.map(({ tenant, id, connectedAt, ended, replaced, refused }) => ({
      tenant,
      client_id: id,
      connected_at: iso(connectedAt),
      has_ended: ended !== undefined,
      ended_at: iso(ended?.at),
      ended_why: ended?.why ?? null,
      since: iso(ended?.since),
      replaced_at: iso(replaced?.at),
      replaced_elsewhere: replaced?.isElsewhere ?? false,
      refused_at: iso(refused?.at),
      refused_why: refused?.why ?? null,
    }));
    await sql`
      insert into client_connections as kept
        (tenant, client_id, connected_at, ended_at, ended_why, replaced_at, replaced_elsewhere, refused_at, refused_why)
      select n.tenant, n.client_id, n.connected_at, n.ended_at, n.ended_why, n.replaced_at, n.replaced_elsewhere,
        n.refused_at, n.refused_why
      from jsonb_to_recordset(${toJson(rows)}::jsonb) as n (tenant text, client_id text, connected_at timestamptz,
        ended_at timestamptz, ended_why text, replaced_at timestamptz, replaced_elsewhere boolean,
        refused_at timestamptz, refused_why text)
      join clients on clients.tenant = n.tenant and clients.id = n.client_id
      on conflict (tenant, client_id) do nothing`.execute(db);
    await sql`
      update client_connections as kept set
        connected_at = coalesce(n.connected_at, kept.connected_at),
        ended_at = case when n.has_ended and ${isNewest} then n.ended_at else kept.ended_at end,
        ended_why = case when n.has_ended and ${isNewest} then n.ended_why else kept.ended_why end,
        replaced_at = coalesce(n.replaced_at, kept.replaced_at),
        replaced_elsewhere = case when n.replaced_at is null then kept.replaced_elsewhere else n.replaced_elsewhere end,
        refused_at = coalesce(n.refused_at, kept.refused_at),
        refused_why = coalesce(n.refused_why, kept.refused_why)
      from jsonb_to_recordset(${toJson(rows)}::jsonb) as n (tenant text, client_id text, connected_at timestamptz,
        has_ended boolean, ended_at timestamptz, ended_why text, since timestamptz, replaced_at timestamptz, replaced_elsewhere boolean,
        refused_at timestamptz, refused_why text)
      where kept.tenant = n.tenant and kept.client_id = n.client_id`.execute(db);
  }

  async function runnerOf({ tenant, site }: SiteKey): Promise<RunnerState> {
    const runners = await inTenant(db, tenant)
      .selectFrom('site_runners')
      .select(['connected_at', 'ended_at'])
      .where('site_id', '=', site)
      .execute();
    // A runner that never connected may never have been installed.
    const known = runners.filter(({ connected_at }) => connected_at !== null);
    if (known.length === 0) return 'none';
    return known.some(({ ended_at }) => ended_at === null) ? 'there' : 'away';
  }

  return {
    async keep(notes) {
      const clients = notes.filter(({ kind }) => kind === 'device');
      for (let from = 0; from < clients.length; from += BATCH)
        await keepClients(clients.slice(from, from + BATCH));
      await keepRunners(
        db,
        notes.filter(({ kind }) => kind === 'runner'),
      );
    },
    async endAll(at, site) {
      await db
        .updateTable('client_connections')
        .set({ ended_at: new Date(at), ended_why: 'platform' })
        .where('connected_at', 'is not', null)
        .where('ended_at', 'is', null)
        .$if(site !== undefined, (open) =>
          open.where('client_connections.tenant', '=', site?.tenant ?? '').where('client_id', 'in', (of) =>
            of
              .selectFrom('clients')
              .select('clients.id')
              .where('clients.tenant', '=', site?.tenant ?? '')
              .where('site_id', '=', site?.site ?? ''),
          ),
        )
        .execute();
      await db
        .updateTable('site_runners')
        .set({ ended_at: new Date(at) })
        .where('connected_at', 'is not', null)
        .where('ended_at', 'is', null)
        .$if(site !== undefined, (open) =>
          open.where('tenant', '=', site?.tenant ?? '').where('site_id', '=', site?.site ?? ''),
        )
        .execute();
    },
    async of({ tenant, site, deviceId }) {
      const clients = await inTenant(db, tenant)
        .selectFrom('clients')
        .leftJoin('client_connections as last', (join) =>
          join.onRef('last.tenant', '=', 'clients.tenant').onRef('last.client_id', '=', 'clients.id'),
        )
        .select([
          ...(['clients.id', 'user_name', 'last_seen_at', 'connected_at', 'ended_at', 'ended_why'] as const),
          ...(['replaced_at', 'replaced_elsewhere', 'refused_at', 'refused_why'] as const),
        ])
        .where('site_id', '=', site)
        .where('device_id', '=', deviceId)
        .orderBy('connected_at', (order) => order.desc().nullsLast())
        .orderBy('last_seen_at', (order) => order.desc().nullsLast())
        .execute();
      const newest = (times: readonly (Date | null)[]) =>
        times.reduce<Date | null>((last, at) => (at && (!last || at > last) ? at : last), null);
      const [last] = clients.filter(({ connected_at }) => connected_at !== null);
      const refusal = newest(clients.map(({ refused_at }) => refused_at));
      const why = clients.find(({ refused_at }) => refused_at === refusal)?.refused_why;
      return {
        enrolledAt: text(newest(clients.map(({ last_seen_at }) => last_seen_at))),
        connection: last?.connected_at
          ? {
              clientId: last.id,
              userName: last.user_name,
              since: last.connected_at.toISOString(),
              endedAt: text(last.ended_at),
              endedWhy: last.ended_why,
              replacedAt: text(last.replaced_at),
              isReplacedElsewhere: last.replaced_elsewhere ?? false,
            }
          : null,
        refused:
          refusal && why && refusal > (last?.connected_at ?? new Date(0))
            ? { at: refusal.toISOString(), why }
            : null,
        runner: await runnerOf({ tenant, site }),
      };
    },
  };
}

async function keepRunners(db: Kysely<Database>, notes: readonly ConnectionNote[]): Promise<void> {
  for (const { tenant, id, connectedAt, ended } of notes) {
    const changes = {
      ...(connectedAt !== undefined && { connected_at: new Date(connectedAt) }),
      ...(ended !== undefined && { ended_at: ended && new Date(ended.at) }),
    };
    await inTenant(db, tenant)
      .updateTable('site_runners')
      .set(changes)
      .where('id', '=', id)
      .$if(ended?.since !== undefined, (query) =>
        query.where((is) =>
          is.or([is('connected_at', 'is', null), is('connected_at', '<=', new Date(ended?.since ?? 0))]),
        ),
      )
      .execute();
  }
}
