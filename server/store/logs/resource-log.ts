/** Stores changes of resources, with the tutor who made them. */

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import { type Database, toJson } from '../database.ts';

export type ResourceChange = {
  /** An id from `newChangeId`. Storing the same id again has no effect. */
  id: string;
  method: string;
  /** The path with its `/v1`, without a query. */
  path: string;
  /** The REST collection's path without the slash. */
  resourceType: string;
  resourceId: string | undefined;
  /** Network address of the request. */
  from: string;
  /** The resource's name, and the fields that were changed, where known. */
  details?: object;
  at: EpochMs;
};

export type ResourceLog = {
  /** Without a site: a change of the tenant in the admin realm. */
  note(
    tutor: { tenant: string; site?: string | undefined; tutorId: string },
    change: ResourceChange,
  ): Promise<void>;
};

/** Ids ascend with time, because logs are paged by id. */
export const newChangeId = (at: EpochMs): string =>
  `resource-${String(at).padStart(15, '0')}-${randomUUID().slice(0, 8)}`;

export function createResourceLog(db: Kysely<Database>): ResourceLog {
  return {
    async note({ tenant, site, tutorId }, { id, method, path, from, details, resourceType, resourceId, at }) {
      await db
        .insertInto('resource_logs')
        .values({
          id,
          tenant,
          site_id: site ?? null,
          tutor_id: tutorId,
          logged_time: new Date(at),
          parameters: toJson({ method, path, from, ...details }),
          resource_type: resourceType,
          resource_id: resourceId ?? null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
