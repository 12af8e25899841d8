/** Events of devices become rows of the students' log. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DeviceEvent } from '#protocol/device-event.ts';
import { type Database, toJson } from '../database.ts';
import { clientsWithUsers } from '../people/people.ts';
import { addEventPicture, isJpeg } from './event-pictures.ts';

type Client = { tenant: string; site: string; clientId: string };

export type DeviceEventLog = {
  /** `repeated`: the same event of the same client is there; `unknown`: the site has no such client. */
  keep(
    client: Client,
    event: DeviceEvent,
    atMs: number,
  ): Promise<{ name: 'kept'; id: string } | { name: 'repeated' } | { name: 'unknown' }>;
};

/** `groupsOfClient`: what the row says of the student's groups is as of now. */
export function createDeviceEventLog(
  db: Kysely<Database>,
  groupsOfClient: (client: Client) => Promise<readonly string[]>,
): DeviceEventLog {
  return {
    async keep(client, event, atMs) {
      const { tenant, site, clientId } = client;
      const seat = await clientsWithUsers(db, client)
        .select(['clients.user_id', 'clients.auth_type', 'clients.user_name', 'users.name', 'users.email'])
        .where('clients.id', '=', clientId)
        .executeTakeFirst();
      if (!seat) return { name: 'unknown' };
      // A device whose clock is ahead must not stand above everything that happens until then.
      const triggered = Math.min(event.timeTriggered, atMs);
      const id = eventId(clientId, event, triggered);
      const jpeg = event.picture && isJpeg(event.picture.data) ? event.picture.data : undefined;
      const pictureId = id.replace('log-', 'picture-');
      const row = {
        tenant,
        id,
        site_id: site,
        client_id: clientId,
        user_id: seat.user_id,
        user_name: seat.name ?? seat.user_name,
        user_email: seat.email,
        auth_type: seat.auth_type,
        user_group_ids: toJson(await groupsOfClient(client)),
        combined_identifier: `${seat.auth_type === 'user' ? 'users' : 'sessions'}/${seat.user_id}`,
        policy_id: event.policyId ?? null,
        rule: event.rule ?? null,
        text: event.text ?? null,
        effect_type: event.effectType ?? null,
        action_type: event.actionType ?? null,
        applied_by_id: null,
        requested_by_id: null,
        request_context: null,
        context: toJson(event.context),
        time_triggered: new Date(triggered),
        media_images: toJson(jpeg === undefined ? [] : [pictureId]),
      };
      return db.transaction().execute(async (trx) => {
        const inserted = await trx
          .insertInto('user_logs')
          .values(row)
          .onConflict((conflict) => conflict.columns(['tenant', 'id']).doNothing())
          .executeTakeFirst();
        if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return { name: 'repeated' };
        if (jpeg !== undefined) await addEventPicture(trx, client, { id: pictureId, logId: id, jpeg });
        return { name: 'kept', id };
      });
    },
  };
}

/** Rises with time, as logs are paged by it; the rest tells a repeated event from another at the same moment. */
const eventId = (clientId: string, event: DeviceEvent, triggeredMs: number): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([clientId, event]))
    .digest('hex');
  return `log-${String(triggeredMs).padStart(15, '0')}-${digest.slice(0, 16)}`;
};
