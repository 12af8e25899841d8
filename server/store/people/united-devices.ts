/**
 * Merges two devices that are one machine, and separates them again: the former device is stored completely.
 * The agents of both log in again and receive the id of their device.
 */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { hasOpenConnection } from './open-connection.ts';

type Trx = Transaction<Database>;

/** `families`: the refresh token families of the agents that log in again. */
export type Decided = { site: string; id: string; name: string; families: readonly string[] };

export type DeviceDecision =
  | ({ name: 'decided' } & { device: Decided; other: { id: string; name: string } })
  | { name: 'gone' }
  /** Both devices are connected at this moment, so they are two machines. */
  | { name: 'both-connected' };

export type UnitedDevices = {
  unite(tenant: string, ids: { id: string; otherId: string }): Promise<DeviceDecision>;
  separate(tenant: string, ids: { id: string; unitedId?: string | undefined }): Promise<DeviceDecision>;
};

export function createUnitedDevices(db: Kysely<Database>): UnitedDevices {
  return {
    unite: (tenant, { id, otherId }) =>
      db.transaction().execute(async (trx): Promise<DeviceDecision> => {
        if (id === otherId) return { name: 'gone' };
        const rows = await lockDevices(trx, tenant, [id, otherId]);
        const device = rows.find((row) => row.id === id);
        const other = rows.find((row) => row.id === otherId);
        if (!device || !other || device.site_id !== other.site_id) return { name: 'gone' };
        if (device.is_connected && other.is_connected) return { name: 'both-connected' };
        const families = await familiesOf(trx, tenant, [id, otherId]);
        await mergeInto(trx, tenant, { id, otherId });
        return {
          name: 'decided',
          device: { site: device.site_id, id, name: device.hostname, families },
          other: { id: otherId, name: other.hostname },
        };
      }),

    separate: (tenant, { id, unitedId }) =>
      db.transaction().execute(async (trx): Promise<DeviceDecision> => {
        const [device] = await lockDevices(trx, tenant, [id]);
        if (!device) return { name: 'gone' };
        const families = await familiesOf(trx, tenant, [id]);
        const other =
          unitedId === undefined
            ? await divide(trx, tenant, device)
            : await restore(trx, tenant, { id, unitedId });
        if (other === undefined) return { name: 'gone' };
        return {
          name: 'decided',
          device: { site: device.site_id, id, name: device.hostname, families },
          other,
        };
      }),
  };
}

const DEVICE = {
  tenant: sql.ref('devices.tenant'),
  site: sql.ref('devices.site_id'),
  id: sql.ref('devices.id'),
};

const lockDevices = (trx: Trx, tenant: string, ids: readonly string[]) =>
  inTenant(trx, tenant)
    .selectFrom('devices')
    .select(['id', 'site_id', 'hostname', hasOpenConnection(DEVICE).as('is_connected')])
    .where('id', 'in', ids)
    .where('client_key', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Returns the refresh token families of these devices. */
export async function familiesOf(
  db: Kysely<Database>,
  tenant: string,
  deviceIds: readonly string[],
): Promise<string[]> {
  const rows = await inTenant(db, tenant)
    .selectFrom('refresh_tokens')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.tenant', '=', 'refresh_tokens.tenant')
        .onRef('clients.id', '=', 'refresh_tokens.subject_id'),
    )
    .select('family')
    .distinct()
    .where('subject_kind', '=', 'device')
    .where('clients.device_id', 'in', deviceIds)
    .execute();
  return rows.map(({ family }) => family);
}

/** Stores all rows of the other device in `former`, and moves the mergeable ones to the remaining device. */
async function mergeInto(
  trx: Trx,
  tenant: string,
  { id, otherId }: { id: string; otherId: string },
): Promise<void> {
  const { rows } = await sql<{ former: Record<string, unknown> }>`
    select jsonb_build_object(
      'device', to_jsonb(d),
      'groups', (select coalesce(jsonb_agg(group_id), '[]') from group_members
        where tenant = ${tenant} and device_id = ${otherId}),
      'addedGroups', (select coalesce(jsonb_agg(group_id), '[]') from group_members m
        where tenant = ${tenant} and device_id = ${otherId} and not exists (
          select from group_members k where k.tenant = m.tenant and k.group_id = m.group_id and k.device_id = ${id})),
      'policies', (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from policy_applications p
        where tenant = ${tenant} and device_id = ${otherId}),
      'clients', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from clients c
        where tenant = ${tenant} and device_id = ${otherId}),
      'inventory', (select to_jsonb(i) from device_inventory i where tenant = ${tenant} and device_id = ${otherId}),
      'imports', (select coalesce(jsonb_agg(jsonb_build_object('job', job_id, 'native', native_id)), '[]')
        from sync_items where tenant = ${tenant} and device_id = ${otherId}),
      'united', (select coalesce(jsonb_agg(u.id), '[]') from united_devices u
        where u.tenant = ${tenant} and u.device_id = ${otherId})) as former
    from devices d where d.tenant = ${tenant} and d.id = ${otherId}`.execute(trx);
  const former = toJson(rows[0]?.former ?? {});
  await sql`
    insert into united_devices (tenant, site_id, id, device_id, hostname, serial_number, mac_addresses, installations,
      last_seen_at, former)
    select tenant, site_id, id, ${id}, hostname, serial_number, mac_addresses, installations, last_seen_at, ${former}::jsonb
    from devices where tenant = ${tenant} and id = ${otherId}`.execute(trx);
  await sql`update united_devices set device_id = ${id} where tenant = ${tenant} and device_id = ${otherId}`.execute(
    trx,
  );
  await sql`
    insert into group_members (tenant, group_id, device_id)
    select tenant, group_id, ${id} from group_members where tenant = ${tenant} and device_id = ${otherId}
    on conflict do nothing`.execute(trx);
  await sql`
    update policy_applications p set device_id = ${id} where tenant = ${tenant} and device_id = ${otherId}
      and not exists (select from policy_applications k
        where k.tenant = p.tenant and k.policy_id = p.policy_id and k.device_id = ${id})`.execute(trx);
  await sql`update sync_items set device_id = ${id} where tenant = ${tenant} and device_id = ${otherId}`.execute(
    trx,
  );
  // One person at one device with one kind of agent is one client.
  await sql`
    update clients c set device_id = ${id} where tenant = ${tenant} and device_id = ${otherId}
      and not exists (select from clients k where k.tenant = c.tenant and k.site_id = c.site_id and k.device_id = ${id}
        and k.type = c.type and k.auth_type = c.auth_type
        and (case when k.auth_type = 'user' then k.user_id::text else lower(k.user_name) end)
          = (case when c.auth_type = 'user' then c.user_id::text else lower(c.user_name) end))`.execute(trx);
  await sql`
    insert into device_inventory select (jsonb_populate_record(i, jsonb_build_object('device_id', ${id}::text))).*
    from device_inventory i where tenant = ${tenant} and device_id = ${otherId} on conflict do nothing`.execute(
    trx,
  );
  await sql`
    update device_secrets s set device_id = ${id} where tenant = ${tenant} and device_id = ${otherId}
      and not exists (select from device_secrets k
        where k.tenant = s.tenant and k.device_id = ${id} and k.installation = s.installation)`.execute(trx);
  // Uniting two devices must not let one of them in again.
  await sql`
    update devices d set shut_out_at = coalesce(d.shut_out_at, other.shut_out_at) from devices other
    where d.tenant = ${tenant} and d.id = ${id} and other.tenant = ${tenant} and other.id = ${otherId}`.execute(
    trx,
  );
  await inTenant(trx, tenant).deleteFrom('devices').where('id', '=', otherId).execute();
}

/** Restores the merged device with the hints that it has now. Groups, policies and people return with it. */
async function restore(
  trx: Trx,
  tenant: string,
  { id, unitedId }: { id: string; unitedId: string },
): Promise<{ id: string; name: string } | undefined> {
  const united = await inTenant(trx, tenant)
    .deleteFrom('united_devices')
    .where('id', '=', unitedId)
    .where('device_id', '=', id)
    .returning([
      'hostname',
      'former',
      sql<Record<string, unknown>>`to_jsonb(united_devices) - 'former'`.as('hints'),
    ])
    .executeTakeFirst();
  if (!united) return undefined;
  const { hints } = united;
  const former = toJson(united.former);
  // Columns that were added since take the value of the other device. Access is what it is now for both.
  await sql`
    insert into devices select (jsonb_populate_record(d, ${former}::jsonb -> 'device' || jsonb_build_object(
      'hostname', ${toJson(hints)}::jsonb -> 'hostname', 'serial_number', ${toJson(hints)}::jsonb -> 'serial_number',
      'mac_addresses', ${toJson(hints)}::jsonb -> 'mac_addresses',
      'installations', ${toJson(hints)}::jsonb -> 'installations',
      'last_seen_at', ${toJson(hints)}::jsonb -> 'last_seen_at', 'shut_out_at', d.shut_out_at))).*
    from devices d where d.tenant = ${tenant} and d.id = ${id}`.execute(trx);
  await sql`
    delete from group_members where tenant = ${tenant} and device_id = ${id}
      and group_id in (select jsonb_array_elements_text(${former}::jsonb -> 'addedGroups'))`.execute(trx);
  await sql`
    insert into group_members (tenant, group_id, device_id)
    select groups.tenant, groups.id, ${unitedId} from groups where groups.tenant = ${tenant}
      and groups.id in (select jsonb_array_elements_text(${former}::jsonb -> 'groups'))
    on conflict do nothing`.execute(trx);
  await sql`
    delete from policy_applications where tenant = ${tenant} and device_id = ${id}
      and id in (select p ->> 'id' from jsonb_array_elements(${former}::jsonb -> 'policies') p)`.execute(trx);
  await sql`
    insert into policy_applications
    select (jsonb_populate_record(null::policy_applications, p)).* from jsonb_array_elements(${former}::jsonb -> 'policies') p
    where exists (select from policies where policies.tenant = ${tenant} and policies.id = p ->> 'policy_id')
    on conflict do nothing`.execute(trx);
  await sql`
    update clients set device_id = ${unitedId} where tenant = ${tenant} and device_id = ${id}
      and id in (select c ->> 'id' from jsonb_array_elements(${former}::jsonb -> 'clients') c)`.execute(trx);
  await sql`
    insert into clients select (jsonb_populate_record(null::clients, c)).*
    from jsonb_array_elements(${former}::jsonb -> 'clients') c
    where c ->> 'auth_type' = 'session'
      or exists (select from users where users.tenant = ${tenant} and users.id = c ->> 'user_id')
    on conflict do nothing`.execute(trx);
  await sql`
    insert into device_inventory
    select (jsonb_populate_record(null::device_inventory, ${former}::jsonb -> 'inventory')).*
    where jsonb_typeof(${former}::jsonb -> 'inventory') = 'object' on conflict do nothing`.execute(trx);
  await sql`
    update sync_items set device_id = ${unitedId}
    from jsonb_to_recordset(${former}::jsonb -> 'imports') as item(job text, native text)
    where sync_items.tenant = ${tenant} and sync_items.job_id = item.job and sync_items.native_id = item.native
      and sync_items.device_id = ${id}`.execute(trx);
  await sql`
    update device_secrets set device_id = ${unitedId} where tenant = ${tenant} and device_id = ${id}
      and installation in (select jsonb_array_elements_text(${toJson(hints)}::jsonb -> 'installations'))
      and installation not in (select jsonb_array_elements_text(installations) from devices d
        where d.tenant = ${tenant} and d.id = ${id})`.execute(trx);
  await sql`
    update united_devices set device_id = ${unitedId} where tenant = ${tenant} and device_id = ${id}
      and id in (select jsonb_array_elements_text(${former}::jsonb -> 'united'))`.execute(trx);
  return { id: unitedId, name: united.hostname };
}

/**
 * Splits off a second device from one that was enrolled for two machines. It takes the clients with another
 * name, otherwise the machine that logs in second. It gets the same groups and policies. Hints that both
 * share no longer identify either.
 */
async function divide(
  trx: Trx,
  tenant: string,
  device: { id: string; hostname: string },
): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  const { rows } = await sql<{ hostname: string }>`
    select hostname from clients where tenant = ${tenant} and device_id = ${device.id}
      and lower(hostname) <> lower(${device.hostname}) order by last_seen_at desc nulls last limit 1`.execute(
    trx,
  );
  const name = rows[0]?.hostname ?? device.hostname;
  await inTenant(trx, tenant)
    .updateTable('devices')
    .set({ installations: toJson([]), mac_addresses: toJson([]) })
    .where('id', '=', device.id)
    .execute();
  await sql`
    insert into devices select (jsonb_populate_record(d, jsonb_build_object('id', ${id}::text, 'hostname', ${name}::text,
      'alias', null, 'woken_at', null))).*
    from devices d where d.tenant = ${tenant} and d.id = ${device.id}`.execute(trx);
  await sql`
    insert into group_members (tenant, group_id, device_id)
    select tenant, group_id, ${id} from group_members where tenant = ${tenant} and device_id = ${device.id}`.execute(
    trx,
  );
  await sql`
    insert into policy_applications
    select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()::text, 'device_id', ${id}::text))).*
    from policy_applications p where tenant = ${tenant} and device_id = ${device.id}`.execute(trx);
  if (name !== device.hostname)
    await sql`
      update clients set device_id = ${id} where tenant = ${tenant} and device_id = ${device.id}
        and lower(hostname) = lower(${name})`.execute(trx);
  // Without different names, the secrets do not show which machine they belong to, so both enrol anew.
  if (name === device.hostname)
    await inTenant(trx, tenant).deleteFrom('device_secrets').where('device_id', '=', device.id).execute();
  else
    await sql`
      update device_secrets set device_id = ${id} where tenant = ${tenant} and device_id = ${device.id}
        and lower(hostname) = lower(${name})`.execute(trx);
  await sql`
    update client_connections set replaced_elsewhere = false
    from clients where client_connections.tenant = ${tenant} and clients.tenant = ${tenant}
      and clients.id = client_connections.client_id and clients.device_id in (${device.id}, ${id})`.execute(
    trx,
  );
  return { id, name };
}
