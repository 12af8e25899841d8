/** The tutors of the tenant in the admin realm. */
import type { FastifyInstance } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { pageOf } from '#store/page.ts';
import { createTutors } from '#store/people/tutors.ts';
import type { AdminScope } from './admin-scope.ts';

export function registerTutorLists(app: FastifyInstance, { db, administrator }: AdminScope): void {
  const tutors = createTutors(db);
  const config = { administrator: 'manager' } as const;

  app.get('/tutors', { config }, async (request) => {
    const { tenant } = administrator(request);
    return tutors.list(tenant, pageOf(parseBody(pageQuerySchema, request.query)));
  });

  app.get<{ Params: { tutorId: string } }>('/tutors/:tutorId', { config }, async (request) => {
    const { tenant } = administrator(request);
    const tutor = await tutors.find({ tenant, tutorId: request.params.tutorId });
    if (!tutor) throw new AppError('not-found', 'There is no such tutor.');
    return tutor;
  });
}
