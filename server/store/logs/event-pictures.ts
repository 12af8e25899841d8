/** Pictures that devices took for an event of a policy. Each belongs to one alert and is removed with it. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** The alert's person, client and groups. */
export type PictureOwner = { userId: string; clientId: string | null; userGroupIds: readonly string[] };

export type EventPictures = {
  /** Undefined: the site does not have this picture (any more). */
  ownerOf(site: SiteKey, id: string): Promise<PictureOwner | undefined>;
  /** A JPEG. */
  read(tenant: string, id: string): Promise<Buffer | undefined>;
};

/** Maximum number of pictures of a site; older alerts lose only their picture. */
const MAX_OF_SITE = 2_000;

export function createEventPictures(db: Kysely<Database>): EventPictures {
  return {
    async ownerOf({ tenant, site }, id) {
      const row = await db
        .selectFrom('event_pictures as picture')
        .innerJoin('user_logs as log', (join) =>
          join.onRef('log.tenant', '=', 'picture.tenant').onRef('log.id', '=', 'picture.log_id'),
        )
        .select(['log.user_id', 'log.client_id', 'log.user_group_ids'])
        .where('picture.tenant', '=', tenant)
        .where('picture.site_id', '=', site)
        .where('picture.id', '=', id)
        .executeTakeFirst();
      return row && { userId: row.user_id, clientId: row.client_id, userGroupIds: row.user_group_ids };
    },

    async read(tenant, id) {
      const row = await inTenant(db, tenant)
        .selectFrom('event_pictures')
        .select('jpeg')
        .where('id', '=', id)
        .executeTakeFirst();
      return row && Buffer.from(row.jpeg, 'base64');
    },
  };
}

/** Every JPEG begins with these bytes. */
export const isJpeg = (base64: string) =>
  Buffer.from(base64.slice(0, 4), 'base64').equals(Buffer.from([0xff, 0xd8, 0xff]));

/** Stores the picture in the transaction of its alert, and removes the oldest pictures of the site. */
export async function addEventPicture(
  trx: Kysely<Database>,
  { tenant, site }: SiteKey,
  picture: { id: string; logId: string; jpeg: string },
): Promise<void> {
  const { id, logId, jpeg } = picture;
  await trx.insertInto('event_pictures').values({ tenant, id, site_id: site, log_id: logId, jpeg }).execute();
  await inTenant(trx, tenant)
    .deleteFrom('event_pictures')
    .where('site_id', '=', site)
    .where('id', '<=', (old) =>
      old
        .selectFrom('event_pictures as kept')
        .select('kept.id')
        .where('kept.tenant', '=', tenant)
        .where('kept.site_id', '=', site)
        .orderBy('kept.id', 'desc')
        .offset(MAX_OF_SITE)
        .limit(1),
    )
    .execute();
}
