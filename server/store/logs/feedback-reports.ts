/** Feedback of tutors about the product. */

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { FeedbackBody } from '#protocol/rest/feedback.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export type FeedbackReport = FeedbackBody & {
  tenant: string;
  tutorId: string;
  /** Undefined in the admin realm. */
  site: string | undefined;
};

/** `tooMany`: not stored; the next report is accepted from `nextAtMs`. */
export type FeedbackOutcome = { name: 'kept'; id: string } | { name: 'tooMany'; nextAtMs: EpochMs };

export type FeedbackReports = {
  /** Stores a report of time `atMs`, unless the tutor has sent `most` in the last `windowMs`. */
  add(
    report: FeedbackReport,
    limit: { atMs: EpochMs; most: number; windowMs: number },
  ): Promise<FeedbackOutcome>;
};

export function createFeedbackReports(db: Kysely<Database>): FeedbackReports {
  return {
    add: ({ tenant, tutorId, site, message, contact, diagnostics }, { atMs, most, windowMs }) =>
      db.transaction().execute(async (trx) => {
        // Serialises reports of one tutor, so that concurrent ones cannot exceed the limit.
        await inTenant(trx, tenant)
          .selectFrom('tutors')
          .select('id')
          .where('id', '=', tutorId)
          .forNoKeyUpdate()
          .execute();
        const recent = await inTenant(trx, tenant)
          .selectFrom('feedback_reports')
          .select('created_at')
          .where('tutor_id', '=', tutorId)
          .where('created_at', '>', new Date(atMs - windowMs))
          .orderBy('created_at', 'desc')
          .limit(most)
          .execute();
        const oldest = recent.at(-1);
        if (oldest && recent.length >= most) {
          return { name: 'tooMany', nextAtMs: oldest.created_at.getTime() + windowMs };
        }
        const id = randomUUID();
        await trx
          .insertInto('feedback_reports')
          .values({
            tenant,
            id,
            message,
            tutor_id: tutorId,
            site_id: site ?? null,
            contact: contact || null,
            diagnostics: diagnostics ? toJson(diagnostics) : null,
            created_at: new Date(atMs),
          })
          .execute();
        return { name: 'kept', id };
      }),
  };
}
