import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { MAX_PREFERENCES, MAX_PREFERENCES_BYTES, tutorSelfBodySchema } from '#protocol/rest/tutor.ts';
import { createRateLimit } from '../broker/rate-limit.ts';
import type { Change } from '../changes.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Database } from '../store/database.ts';
import { pageOf } from '../store/page.ts';
import { createTutors } from '../store/people/tutors.ts';
import type { Callers } from './caller.ts';
import { tooManyChanges } from './change-limit.ts';
import { invalidField } from './invalid-field.ts';

export type TutorRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  publish(change: Change): void;
  /** Epoch milliseconds. */
  clock: () => number;
};

/** How many changes a tutor may make: each one is sent to every console of the tutor. */
const CHANGES_PER_MINUTE = 60;

const noSuchTutor = () => new AppError('not-found', 'There is no such tutor.');

export function registerTutorRoutes(app: FastifyInstance, deps: TutorRoutesDeps): void {
  const { callers, publish, clock } = deps;
  const tutors = createTutors(deps.db);
  const rate = createRateLimit({ perMinute: CHANGES_PER_MINUTE, now: clock });

  app.get('/tutors/self', async (request) => {
    const { tenant, site, sub: tutorId } = await callers.present(request);
    const tutor = await tutors.find({ tenant, site, tutorId });
    if (!tutor) throw noSuchTutor();
    return tutor;
  });

  // The console sends the whole tutor back, but only the preferences count: tutors cannot rename, permit or invite
  // themselves here.
  app.put('/tutors/self', async (request) => {
    const { tenant, site, sub: tutorId } = await callers.present(request);
    const { preferences } = parseBody(tutorSelfBodySchema, request.body);
    requireSmall(preferences);
    if (!rate.take(`${tenant}/${tutorId}`)) throw tooManyChanges();
    if (!(await tutors.savePreferences({ tenant, tutorId }, preferences))) throw noSuchTutor();
    // Of no site: preferences are the same on all of them.
    publish({ tenant, resource: 'tutors', id: tutorId, change: 'updated', at: clock() });
    return tutors.find({ tenant, site, tutorId });
  });

  app.get('/tutors', async (request) => {
    const { tenant } = await callers.manager(request, 'admin');
    return tutors.list(tenant, pageOf(parseBody(pageQuerySchema, request.query)));
  });

  app.get<{ Params: { tutorId: string } }>('/tutors/:tutorId', async (request) => {
    const { tenant } = await callers.manager(request, 'admin');
    const tutor = await tutors.find({ tenant, tutorId: request.params.tutorId });
    if (!tutor) throw noSuchTutor();
    return tutor;
  });
}

/** Throws `invalid` where preferences are more than a console keeps there. */
function requireSmall(preferences: object): void {
  if (Object.keys(preferences).length > MAX_PREFERENCES)
    throw invalidField('preferences', `More than ${MAX_PREFERENCES} preferences cannot be kept.`);
  if (Buffer.byteLength(JSON.stringify(preferences)) > MAX_PREFERENCES_BYTES)
    throw invalidField(
      'preferences',
      `Preferences must not be larger than ${MAX_PREFERENCES_BYTES / 1024} KiB.`,
    );
}
