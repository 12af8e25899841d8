/** Stores when agents were seen that refresh their tokens for months without a login. */

import type { Kysely } from 'kysely';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';

/** The last login decides who is at a device, so refreshes of two agents must not change that in a lesson. */
const SEEN_INTERVAL_MS = 12 * 60 * 60 * 1_000;

export async function noteSeen(
  db: Kysely<Database>,
  { tenant, clientId, now }: { tenant: string; clientId: string; now: Date },
): Promise<void> {
  const client = await inTenant(db, tenant)
    .updateTable('clients')
    .set({ last_seen_at: now })
    .where('id', '=', clientId)
    .where('last_seen_at', '<', new Date(now.getTime() - SEEN_INTERVAL_MS))
    .returning('device_id')
    .executeTakeFirst();
  if (!client?.device_id) return;
  await inTenant(db, tenant)
    .updateTable('devices')
    .set({ last_seen_at: now })
    .where('id', '=', client.device_id)
    // Whether a student page makes room for another depends on the time of its last login (page-devices.ts).
    .where('client_key', 'is', null)
    .execute();
}
