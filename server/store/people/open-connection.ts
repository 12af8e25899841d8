import { type RawBuilder, sql } from 'kysely';

/** SQL condition: an agent of the device is connected. `and` narrows the clients and starts with AND. */
export const hasOpenConnection = (
  device: Record<'tenant' | 'site' | 'id', RawBuilder<unknown>>,
  and: RawBuilder<unknown> = sql``,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from clients join client_connections as last
    on last.tenant = clients.tenant and last.client_id = clients.id
  where clients.tenant = ${device.tenant} and clients.site_id = ${device.site} and clients.device_id = ${device.id} ${and}
    and last.connected_at is not null and last.ended_at is null)`;
