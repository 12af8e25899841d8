/** Routes with which super admins create, change and delete sites, and the information for deployment. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import { siteBodySchema } from '#protocol/rest/admin/site.ts';
import { createSiteChanges, type SiteRefusal } from '#store/sites/site-changes.ts';
import { invalidField } from '../invalid-field.ts';
import { type IdRoute, idIn } from '../site-reach.ts';
import type { AdminScope } from './admin-scope.ts';

export function registerAdminSites(app: FastifyInstance, scope: AdminScope): void {
  const { administrator, announce, deployment } = scope;
  const sites = createSiteChanges(scope.db);
  const config = { administrator: 'superAdmin' } as const;

  const keyOf = (request: FastifyRequest<IdRoute>) => ({
    tenant: administrator(request).tenant,
    site: idIn(request, 'site'),
  });

  app.get('/deployment', { config: { administrator: 'manager' } }, (request) =>
    deployment(administrator(request).tenant),
  );

  app.get<IdRoute>('/sites/:id/contents', { config }, async (request) => {
    const contents = await sites.contents(keyOf(request));
    if (contents === undefined) throw noSite();
    return contents;
  });

  app.post('/sites', { config }, async (request, reply) => {
    const { tenant } = administrator(request);
    const { name, parentId } = parseBody(siteBodySchema, request.body);
    const made = await sites.make(tenant, { name, parentId });
    if (made.name !== 'made') throw refusalOf(made, name);
    await announce(request, { tenant }, { resource: 'sites', id: made.id, change: 'created' });
    return reply.type('application/json').send(JSON.stringify(made.id));
  });

  app.put<IdRoute>('/sites/:id', { config }, async (request) => {
    const key = keyOf(request);
    const { name, parentId } = parseBody(siteBodySchema, request.body);
    const saved = await sites.save(key, { name, parentId });
    if (saved.name === 'no-site') throw noSite();
    if (saved.name !== 'saved') throw refusalOf(saved, name);
    const { tenant, site: id } = key;
    // A site does not inherit anything from the site above it.
    await announce(request, { tenant }, { resource: 'sites', id, reachUnchanged: true });
    return { id };
  });

  app.delete<IdRoute>('/sites/:id', { config }, async (request) => {
    const key = keyOf(request);
    const removed = await sites.remove(key);
    if (removed.name === 'no-site') throw noSite();
    if (removed.name === 'has-sites')
      throw new AppError('conflict', 'This site has other sites inside it. Move or delete those first.');
    const { tenant, site: id } = key;
    await announce(request, { tenant }, { resource: 'sites', id, change: 'deleted' });
    return { id };
  });
}

const noSite = () => new AppError('not-found', 'There is no such site.');

function refusalOf({ name: why }: SiteRefusal, name: string): AppError {
  if (why === 'taken')
    return new AppError('conflict', `Site with name ${name} already exists`, { detail: { field: 'name' } });
  return invalidField(
    'parentId',
    why === 'no-parent' ? 'The site above does not exist any more.' : 'A site cannot be inside of itself.',
  );
}
