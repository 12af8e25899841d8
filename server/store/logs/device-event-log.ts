/** Stores events of devices as rows of the students' log. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { DeviceEvent } from '#protocol/device-event.ts';
import { type Database, toJson } from '../database.ts';
import { clientsWithUsers } from '../people/people.ts';
import { addEventPicture, isJpeg } from './event-pictures.ts';

type Client = { tenant: string; site: string; clientId: string };

export type DeviceEventLog = {
  /** `repeated`: the event is stored already; `unknown`: the site does not have this client. */
  keep(
    client: Client,
    event: DeviceEvent,
    /** Time of receipt. */
    atMs: EpochMs,
  ): Promise<{ name: 'kept'; id: string } | { name: 'repeated' } | { name: 'unknown' }>;
};

/** `groupsOfClient`: the row stores the student's groups at the time of receipt. */
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
      const digest = digestOf(clientId, event);
      const id = `log-${digest}`;
      const jpeg = event.picture && isJpeg(event.picture.data) ? event.picture.data : undefined;
      // The id starts with the time because the oldest pictures are removed first, by id.
      const pictureId = `picture-${String(atMs).padStart(15, '0')}-${digest}`;
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
        // Order, bells and retention use the platform's clock, because a device's clock may be years off.
        time_triggered: new Date(atMs),
        device_time: new Date(event.timeTriggered),
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

/** A hash that is the same when a device sends the event again, regardless of the time of receipt. */
const digestOf = (clientId: string, event: DeviceEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([clientId, event]))
    .digest('hex')
    .slice(0, 32);
