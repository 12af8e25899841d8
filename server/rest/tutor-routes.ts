import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Change } from '#base/changes.ts';
import type { MakeRateLimit } from '#base/rate-limit.ts';
import { parseBody } from '#http/parse-body.ts';
import { takeOrRefuse } from '#http/too-many.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { roleLinkQuerySchema } from '#protocol/rest/role.ts';
import { MAX_PREFERENCES, MAX_PREFERENCES_BYTES, tutorSelfBodySchema } from '#protocol/rest/tutor.ts';
import type { Database } from '#store/database.ts';
import { createTutors } from '#store/people/tutors.ts';
import { createRoles } from '#store/permissions/roles.ts';
import { TOO_MANY_CHANGES } from './account-limits.ts';
import type { Callers } from './caller.ts';
import { invalidField } from './invalid-field.ts';
import { pageIn } from './page-in.ts';

export type TutorRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  publish(change: Change): void;
  clock: () => EpochMs;
  rateLimit: MakeRateLimit;
};

/** The limit of a tutor's changes, because each one is sent to all consoles of the tutor. */
const CHANGES_PER_MINUTE = 60;

const noSuchTutor = () => new AppError('not-found', 'There is no such tutor.');

export function registerTutorRoutes(app: FastifyInstance, deps: TutorRoutesDeps): void {
  const { callers, publish, clock, rateLimit } = deps;
  const tutors = createTutors(deps.db);
  const roles = createRoles(deps.db);
  const rate = rateLimit('own-preferences', { perMinute: CHANGES_PER_MINUTE });

  app.get('/tutors/self', async (request) => {
    const { tenant, site, sub: tutorId } = await callers.present(request);
    const tutor = await tutors.find({ tenant, site, tutorId });
    if (!tutor) throw noSuchTutor();
    return tutor;
  });

  // The console sends the whole tutor document. Only the preferences are stored, so that tutors cannot rename
  // themselves or change their own permissions.
  app.put('/tutors/self', async (request) => {
    const { tenant, site, sub: tutorId } = await callers.present(request);
    const { preferences } = parseBody(tutorSelfBodySchema, request.body);
    requireSmall(preferences);
    takeOrRefuse(rate, { key: `${tenant}/${tutorId}`, what: TOO_MANY_CHANGES });
    if (!(await tutors.savePreferences({ tenant, tutorId }, preferences))) throw noSuchTutor();
    // Published without a site, because preferences apply to all sites.
    publish({ tenant, resource: 'tutors', id: tutorId, change: 'updated', at: clock() });
    return tutors.find({ tenant, site, tutorId });
  });

  // Tutors may read their own role links, which contain the roles that they may grant.
  app.get('/rolelinks', async (request) => {
    const { tenant, sub } = await callers.present(request);
    const { tutorId } = parseBody(roleLinkQuerySchema, request.query);
    if (tutorId !== sub) await callers.manager(request, 'admin');
    return pageIn(request, await roles.linksOf({ tenant, tutorId }));
  });
}

/** Throws `invalid` if the preferences exceed the size that consoles may store. */
function requireSmall(preferences: object): void {
  if (Object.keys(preferences).length > MAX_PREFERENCES)
    throw invalidField('preferences', `More than ${MAX_PREFERENCES} preferences cannot be kept.`);
  if (Buffer.byteLength(JSON.stringify(preferences)) > MAX_PREFERENCES_BYTES)
    throw invalidField(
      'preferences',
      `Preferences must not be larger than ${MAX_PREFERENCES_BYTES / 1024} KiB.`,
    );
}
