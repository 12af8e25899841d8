/** Group maintainers and administrators list the tenant's directories and the courses to import from them. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Encryption } from '#auth/secrets/encryption.ts';
import type { Directories, Service } from '#directories/directories.ts';
import type { CoursePage } from '#directories/directory.ts';
import { directoryError } from '#directories/directory-refusal.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import { courseQuerySchema } from '#protocol/rest/integration.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import type { Database } from '#store/database.ts';
import { createIntegrations } from '#store/integrations/integrations.ts';
import { pageOf, takePage } from '#store/page.ts';
import { tutorOf } from '#store/people/people.ts';
import type { Callers } from './caller.ts';
import type { IdRequest, IdRoute } from './site-reach.ts';

export type IntegrationRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  directories: Directories;
  encryption: Encryption;
};

/** Shorter than the timeout of consoles. */
const TIMEOUT_MS = 20_000;

export function registerIntegrationRoutes(app: FastifyInstance, deps: IntegrationRoutesDeps): void {
  const { db, callers, directories, encryption } = deps;
  const integrations = createIntegrations(db);

  /** Only administrators receive the configuration of directories. */
  const reader = async (request: Parameters<Callers['onSite']>[0]) => {
    if (request.claims?.realm === 'admin') return { ...(await callers.manager(request)), withConfig: true };
    return { ...(await callers.onSite(request, 'groupMaintainer')), withConfig: false };
  };

  app.get('/integrations', async (request) => {
    const { tenant, withConfig } = await reader(request);
    const page = pageOf(parseBody(pageQuerySchema, request.query));
    return takePage(await integrations.list(tenant, { withConfig }), page);
  });

  app.get<IdRoute>('/integrations/:id', async (request) => {
    const { tenant, withConfig } = await reader(request);
    const list = await integrations.list(tenant, { withConfig });
    const found = list.find(({ id }) => id === request.params.id);
    if (!found) throw noSuch();
    return found;
  });

  /** The tutor's own courses, in a directory of this service. */
  async function ownCourses(request: IdRequest, service: Service): Promise<CoursePage> {
    const { tenant, tutorId } = await callers.onSite(request, 'groupMaintainer');
    const { after } = parseBody(courseQuerySchema, request.query);
    const { id } = request.params;
    const opened = await directories.open(tenant, id);
    if (opened.name === 'none') throw noSuch();
    if (opened.name !== 'open') throw directoryError(opened);
    if (opened.service !== service) throw noSuch();
    // The position in the list passes through the browser. It is encrypted and valid only for this tutor.
    const purpose = `courses of ${tenant}/${id} for ${tutorId}`;
    const place = after === undefined ? undefined : encryption.decrypt(purpose, after);
    if (after !== undefined && place === undefined)
      throw new AppError('invalid', 'There is no such page.', { detail: { field: 'after' } });
    const { primary_email: tutor } = await tutorOf(db, tenant, tutorId)
      .select('primary_email')
      .executeTakeFirstOrThrow();
    const answer = await opened.directory.courses({ tutor }, place, AbortSignal.timeout(TIMEOUT_MS));
    if (answer.name !== 'read') throw directoryError({ ...answer, directoryName: opened.directoryName });
    const { courses, next } = answer.value;
    return { courses, next: next === undefined ? undefined : encryption.encrypt(purpose, next) };
  }

  app.get<IdRoute>('/integrations/:id/google/mycourses', (request) => ownCourses(request, 'google'));
  app.get<IdRoute>('/integrations/:id/internal/mycourses', (request) => ownCourses(request, 'internal'));
  app.get<IdRoute>('/integrations/:id/microsoft/mygroups', async (request) => {
    const { courses: groups, next } = await ownCourses(request, 'microsoft');
    return { groups, next };
  });
}

const noSuch = () => new AppError('not-found', 'There is no such directory.');
