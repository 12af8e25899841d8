/** Policies of the site. Every tutor reads them; a policyMaintainer creates, changes and deletes them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { type Policy, policyBodySchema } from '#protocol/rest/policy.ts';
import type { Database } from '#store/database.ts';
import { pageOf } from '#store/page.ts';
import type { SiteTutor } from '#store/permissions/permissions.ts';
import { createPlacedPolicies } from '#store/policies/placed-policies.ts';
import { createPolicies, MAX_POLICIES, type PolicyFields } from '#store/policies/policies.ts';
import { unstorableIn } from '#store/storable.ts';
import type { Announce, Announced } from './announce.ts';
import type { Callers } from './caller.ts';
import { invalidField } from './invalid-field.ts';
import type { IdRequest, IdRoute, SiteReach } from './site-reach.ts';

export type PolicyCatalogueRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  reach: Pick<SiteReach, 'sight'>;
  announce: Announce;
};

export function registerPolicyCatalogueRoutes(app: FastifyInstance, deps: PolicyCatalogueRoutesDeps): void {
  const { db, callers, reach, announce } = deps;
  const policies = createPolicies(db);
  const placed = createPlacedPolicies(db);
  const pageIn = (request: FastifyRequest) => pageOf(parseBody(pageQuerySchema, request.query));

  async function findPolicy(tutor: SiteTutor, { params: { id } }: IdRequest): Promise<Policy> {
    const policy = unstorableIn(id) ? undefined : await policies.find(tutor, id);
    if (!policy) throw gone();
    return policy;
  }

  app.get('/policies', async (request) => policies.list(await callers.onSite(request), pageIn(request)));

  app.get('/policies/applications', async (request) => {
    const tutor = await callers.onSite(request);
    return placed.list(tutor, await reach.sight(tutor), pageIn(request));
  });

  app.get<IdRoute>('/policies/:id', async (request) => findPolicy(await callers.onSite(request), request));

  app.post('/policies', async (request) => {
    const tutor = await callers.onSite(request, 'policyMaintainer');
    const fields = fieldsOf(request.body, tutor);
    const id = await policies.create(tutor, fields);
    if (id === undefined)
      throw new AppError(
        'conflict',
        `A site has at most ${MAX_POLICIES} policies. Delete one that is not needed.`,
      );
    await announce(request, tutor, { resource: 'policies', id, change: 'created', reachUnchanged: true });
    return policies.find(tutor, id);
  });

  app.put<IdRoute>('/policies/:id', async (request) => {
    const tutor = await callers.onSite(request, 'policyMaintainer');
    const before = await findPolicy(tutor, request);
    const fields = fieldsOf(request.body, tutor, before);
    if (!(await policies.update(tutor, before.id, fields))) {
      await findPolicy(tutor, request);
      throw new AppError('conflict', 'This is not the newest version of the policy.');
    }
    await announce(request, tutor, { resource: 'policies', id: before.id, reachUnchanged: true }, ON_GROUPS);
    return policies.find(tutor, before.id);
  });

  app.delete<IdRoute>('/policies/:id', async (request) => {
    const tutor = await callers.onSite(request, 'policyMaintainer');
    const { id } = await findPolicy(tutor, request);
    if (!(await policies.remove(tutor, id))) throw gone();
    const changed = { resource: 'policies', id, change: 'deleted', reachUnchanged: true } as const;
    await announce(request, tutor, changed, ON_GROUPS);
    return { deleted: 1 };
  });
}

/** Cards and groups show the names and icons of applied policies. */
const ON_GROUPS: Announced = { resource: 'groups', reachUnchanged: true };

const gone = () => new AppError('not-found', 'There is no such policy.');

/** `before`: the policy that is changed; undefined for a new one. */
function fieldsOf(body: unknown, { tutorId }: SiteTutor, before?: Policy): PolicyFields {
  const { ownerId, ...fields } = parseBody(policyBodySchema, body);
  const owners = [undefined, null, tutorId, before?.ownerId];
  if (!owners.includes(ownerId))
    throw invalidField('ownerId', 'A policy belongs to the tutor who has made it.');
  if (before && !fields.global && before.ownerId !== tutorId)
    throw invalidField('global', 'Only the owner of a policy may keep it from the others.');
  return fields;
}
