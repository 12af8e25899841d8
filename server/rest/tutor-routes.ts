import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { tutorSelfBodySchema } from '#protocol/rest/tutor.ts';
import type { Change } from '../changes.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Database } from '../store/database.ts';
import { pageOf } from '../store/page.ts';
import { createTutors } from '../store/tutors.ts';
import type { Callers } from './caller.ts';

export type TutorRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  publish(change: Change): void;
  /** Epoch milliseconds. */
  clock: () => number;
};

const noSuchTutor = () => new AppError('not-found', 'There is no such tutor.');

export function registerTutorRoutes(app: FastifyInstance, deps: TutorRoutesDeps): void {
  const { callers, publish, clock } = deps;
  const tutors = createTutors(deps.db);

  app.get('/tutors/self', async (request) => {
    const { tenant, site, sub: tutorId } = await callers.present(request);
    const tutor = await tutors.find({ tenant, site, tutorId });
    if (!tutor) throw noSuchTutor();
    return tutor;
  });

  // The console sends the whole tutor back (part 1 §7); nobody names, permits or invites themself here.
  app.put('/tutors/self', async (request) => {
    const { tenant, site, sub: tutorId } = await callers.present(request);
    const { preferences } = parseBody(tutorSelfBodySchema, request.body);
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
