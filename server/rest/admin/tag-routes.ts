/** Tags, and the sites that have them. Roles may be granted by tag, so each change may affect access. */
import type { FastifyInstance } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import { tagBodySchema, tagLinkBodySchema } from '#protocol/rest/admin/site.ts';
import { createTagChanges } from '#store/sites/tag-changes.ts';
import { changedNothing } from '../logs/log-changes.ts';
import { type IdRoute, idIn } from '../site-reach.ts';
import type { AdminScope } from './admin-scope.ts';

export function registerTags(app: FastifyInstance, { db, administrator, announce }: AdminScope): void {
  const tags = createTagChanges(db);
  const config = { administrator: 'superAdmin' } as const;

  app.post('/tags', { config }, async (request) => {
    const { tenant } = administrator(request);
    const tag = await tags.make(tenant, parseBody(tagBodySchema, request.body).name);
    if (tag === undefined) throw taken();
    const { id } = tag;
    await announce(request, { tenant }, { resource: 'tags', id, change: 'created', reachUnchanged: true });
    return tag;
  });

  app.put<IdRoute>('/tags/:id', { config }, async (request) => {
    const { tenant } = administrator(request);
    const id = idIn(request, 'tag');
    const { name } = parseBody(tagBodySchema, request.body);
    const renamed = await tags.rename({ tenant, tagId: id }, name);
    if (renamed === 'taken') throw taken();
    if (renamed === 'no-tag') throw noTag();
    await announce(request, { tenant }, { resource: 'tags', id, reachUnchanged: true });
    return { id, name };
  });

  app.delete<IdRoute>('/tags/:id', { config }, async (request) => {
    const { tenant } = administrator(request);
    const id = idIn(request, 'tag');
    if (!(await tags.remove({ tenant, tagId: id }))) throw noTag();
    await announce(request, { tenant }, { resource: 'tags', id, change: 'deleted' });
    return { id };
  });

  app.post('/taglinks', { config }, async (request) => {
    const { tenant } = administrator(request);
    const linked = await tags.link(tenant, parseBody(tagLinkBodySchema, request.body));
    if (linked === undefined) throw new AppError('not-found', 'The site or the tag does not exist any more.');
    const { link, isNew } = linked;
    if (isNew) await announce(request, { tenant }, { resource: 'taglinks', id: link.id, change: 'created' });
    else changedNothing(request);
    return link;
  });

  app.delete<IdRoute>('/taglinks/:id', { config }, async (request) => {
    const { tenant } = administrator(request);
    const link = await tags.unlink(tenant, idIn(request, 'link'));
    if (link === undefined) throw new AppError('not-found', 'The site does not carry this tag any more.');
    await announce(request, { tenant }, { resource: 'taglinks', id: link.id, change: 'deleted' });
    return link;
  });
}

const taken = () =>
  new AppError('conflict', 'Tag with same name already exist', { detail: { field: 'name' } });
const noTag = () => new AppError('not-found', 'There is no such tag.');
