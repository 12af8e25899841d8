/** Administrators change tutors' roles. `#domain/people/grant-rule.ts` defines who may change which. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GrantObstacle } from '#domain/people/grant-rule.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  type RoleChangesAnswer,
  type RoleLink,
  roleChangesBodySchema,
  roleLinkBodySchema,
  roleLinkQuerySchema,
} from '#protocol/rest/role.ts';
import { createRoleChanges, type LinkOutcome, type RoleRefusal } from '#store/permissions/role-changes.ts';
import { unstorableIn } from '#store/storable.ts';
import { createAnnounce } from '../announce.ts';
import { invalidField } from '../invalid-field.ts';
import { changedNothing } from '../logs/log-changes.ts';
import type { AdminScope } from './admin-scope.ts';

type LinkRoute = { Params: { id: string } };
const config = { administrator: 'manager' } as const;

export function registerRoleLinkRoutes(app: FastifyInstance, deps: AdminScope): void {
  const { administrator } = deps;
  const changes = createRoleChanges(deps.db);
  const announce = createAnnounce(deps);

  const targetOf = (request: FastifyRequest) => {
    const { tenant, tutorId: granterId } = administrator(request);
    return { tenant, granterId, tutorId: parseBody(roleLinkQuerySchema, request.query).tutorId };
  };

  /** Notifies consoles of the tutor whose roles have changed. Only that tutor's connections are affected. */
  const notify = (
    request: FastifyRequest,
    { tenant, tutorId }: { tenant: string; tutorId: string },
    change: 'created' | 'updated' | 'deleted',
  ) => announce(request, { tenant }, { resource: 'rolelinks', id: tutorId, change });

  function bodyOf(request: FastifyRequest, tutorId: string) {
    const body = parseBody(roleLinkBodySchema, request.body);
    if (body.tutorId !== tutorId)
      throw invalidField('tutorId', 'The body and the address name different tutors.');
    return body;
  }

  app.post('/rolelinks', { config }, async (request): Promise<RoleLink> => {
    const target = targetOf(request);
    const { tutorId: _tutorId, ...assignment } = bodyOf(request, target.tutorId);
    const linked = linkedOf(await changes.assign(target, assignment));
    if (linked.isNew) await notify(request, target, 'created');
    else changedNothing(request);
    return linked.link;
  });

  app.put<LinkRoute>('/rolelinks/:id', { config }, async (request): Promise<RoleLink> => {
    const target = targetOf(request);
    const { canGrant } = bodyOf(request, target.tutorId);
    const { link } = linkedOf(await changes.setGrant(target, linkId(request), canGrant));
    await notify(request, target, 'updated');
    return link;
  });

  app.delete<LinkRoute>('/rolelinks/:id', { config }, async (request): Promise<{ id: string }> => {
    const target = targetOf(request);
    const outcome = await changes.remove(target, linkId(request));
    if (outcome.name !== 'removed') throw refusal(outcome);
    await notify(request, target, 'deleted');
    return { id: outcome.link.id };
  });

  app.post('/rolelinks/changes', { config }, async (request): Promise<RoleChangesAnswer> => {
    const target = targetOf(request);
    const { changes: requested } = parseBody(roleChangesBodySchema, request.body);
    const refusals = await changes.all(target, requested);
    if (refusals.some((each) => each === undefined)) await notify(request, target, 'updated');
    else changedNothing(request);
    return { refusals: refusals.map((each) => (each ? refusal(each).message : null)) };
  });
}

function linkId(request: FastifyRequest<LinkRoute>): string {
  if (unstorableIn(request.params)) throw refusal({ name: 'gone', what: 'link' });
  return request.params.id;
}

function linkedOf(outcome: LinkOutcome): Extract<LinkOutcome, { name: 'linked' }> {
  if (outcome.name !== 'linked') throw refusal(outcome);
  return outcome;
}

const GONE = {
  tutor: 'This tutor is not there any more.',
  role: 'This role is not there any more.',
  site: 'This site is not there any more.',
  tag: 'This tag is not there any more.',
  link: 'The tutor does not have this role any more.',
};

const OBSTACLES: Readonly<Record<GrantObstacle, string>> = {
  'wrong-place': 'This role cannot be given here.',
  'never-granted': 'Nobody can be allowed to give this role to others.',
  'hidden-role': 'Only super admins may give or take this role.',
  'global-role': 'Only super admins may give or take roles for the whole tenant.',
  'own-roles': 'Only super admins may change roles of their own.',
  'of-super-admin': 'Only super admins may change the roles of a super admin.',
  grants: 'Only super admins decide who may give a role to others.',
  'not-held': 'You can only give and take roles that you hold here yourself.',
  'held-without-grant': 'You hold this role, but may not give it to others.',
};

function refusal(refused: RoleRefusal): AppError {
  switch (refused.name) {
    case 'gone':
      return new AppError('not-found', GONE[refused.what]);
    case 'last-super-admin':
      return new AppError('conflict', LAST_SUPER_ADMIN);
    case 'obstacle':
      return refused.obstacle === 'wrong-place' || refused.obstacle === 'never-granted'
        ? invalidField('roleId', OBSTACLES[refused.obstacle])
        : new AppError('forbidden', OBSTACLES[refused.obstacle]);
  }
}

export const LAST_SUPER_ADMIN =
  'This is the only super admin. Make somebody else a super admin first, or nobody could manage the tenant any more.';
