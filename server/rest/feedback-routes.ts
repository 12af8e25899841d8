/** Tutors' reports about the product, from both realms. */

import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { parseBody } from '#http/parse-body.ts';
import { tooMany } from '#http/too-many.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { feedbackBodySchema } from '#protocol/rest/feedback.ts';
import type { Database } from '#store/database.ts';
import { createFeedbackReports } from '#store/logs/feedback-reports.ts';
import type { Callers } from './caller.ts';

export type FeedbackRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  clock: () => EpochMs;
};

/** More than a person writes, and few enough to keep the database small. */
const MAX_PER_HOUR = 20;
const HOUR_MS = 3_600_000;

export function registerFeedbackRoutes(
  app: FastifyInstance,
  { db, callers, clock }: FeedbackRoutesDeps,
): void {
  const reports = createFeedbackReports(db);

  app.post('/feedback', async (request) => {
    const { tenant, site, sub: tutorId } = await callers.present(request);
    const body = parseBody(feedbackBodySchema, request.body);
    const atMs = clock();
    const outcome = await reports.add(
      { ...body, tenant, tutorId, site },
      { atMs, most: MAX_PER_HOUR, windowMs: HOUR_MS },
    );
    if (outcome.name === 'kept') return { id: outcome.id };
    const waitS = Math.ceil((outcome.nextAtMs - atMs) / 1_000);
    throw tooMany(textOf(Math.ceil(waitS / 60)), waitS);
  });
}

const textOf = (minutes: number) =>
  `You have sent ${MAX_PER_HOUR} reports within an hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
