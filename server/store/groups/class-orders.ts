/** Stores class orders, which survive a restart of the platform: one row per group and order slot. */

import type { Kysely } from 'kysely';
import { ORDER_SLOTS } from '#protocol/class-orders.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { clientsWithUsers, tutorOf } from '../people/people.ts';
import type { HeldOrder, OrderStore } from './held-order.ts';

export function createOrderStore(db: Kysely<Database>): OrderStore {
  return {
    async all(site) {
      const rows = await db
        .selectFrom('class_orders')
        .selectAll()
        .$if(site !== undefined, (orders) =>
          orders.where('tenant', '=', site?.tenant ?? '').where('site_id', '=', site?.site ?? ''),
        )
        .execute();
      return rows.flatMap((row): HeldOrder[] => {
        const slot = ORDER_SLOTS.find((each) => each === row.slot);
        if (slot === undefined) return [];
        const { tenant, site_id: site, group_id: groupId, id, action, parameters, tutor_id: tutorId } = row;
        const since = row.since.getTime();
        const { poll } = row;
        return [
          {
            tenant,
            site,
            groupId,
            slot,
            id,
            action,
            parameters,
            tutorId,
            since,
            except: row.except_clients,
            ...(poll && { poll }),
          },
        ];
      });
    },
    async put({ tenant, site, groupId, slot, id, action, parameters, tutorId, since, except, poll }) {
      const values = {
        id,
        action,
        parameters: toJson(parameters),
        tutor_id: tutorId,
        since: new Date(since),
        except_clients: toJson(except),
        poll: poll ? toJson(poll) : null,
      };
      const group = await inTenant(db, tenant)
        .selectFrom('groups')
        .select('id')
        .where('site_id', '=', site)
        .where('id', '=', groupId)
        .executeTakeFirst();
      if (!group) return false;
      await db
        .insertInto('class_orders')
        .values({ tenant, site_id: site, group_id: groupId, slot, ...values })
        .onConflict((at) => at.columns(['tenant', 'site_id', 'group_id', 'slot']).doUpdateSet(values))
        .execute();
      return true;
    },
    async remove({ tenant, site, groupId, slot }) {
      await inTenant(db, tenant)
        .deleteFrom('class_orders')
        .where('site_id', '=', site)
        .where('group_id', '=', groupId)
        .where('slot', '=', slot)
        .execute();
    },
    async tutorName(tenant, tutorId) {
      const tutor = await tutorOf(db, tenant, tutorId).select(['name', 'primary_email']).executeTakeFirst();
      return tutor?.name ?? tutor?.primary_email ?? undefined;
    },
    async clientNames(site, clientIds) {
      const rows = await clientsWithUsers(db, site)
        .select(['clients.id', 'clients.user_name', 'users.name'])
        .where('clients.id', 'in', [...clientIds])
        .execute();
      return new Map(rows.map(({ id, name, user_name }) => [id, name ?? user_name]));
    },
  };
}
