/**
 * Authorizes callers of the admin realm. Each route declares in its `config` who may call it. Other callers
 * are rejected before the body is read. A route without this declaration cannot be registered.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RoleName } from '#domain/people/roles.ts';
import { AppError } from '#protocol/app-error.ts';
import type { Permissions } from '#store/permissions/permissions.ts';
import type { Callers } from '../caller.ts';

/** A tutor in a session of the admin realm, which has no site. */
export type Administrator = { tenant: string; tutorId: string; isSuperAdmin: boolean };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `manager`: tutors who may grant a role, and super admins. */
    administrator?: 'manager' | 'superAdmin';
  }
  interface FastifyRequest {
    administrator: Administrator | null;
  }
}

const SUPER_ADMIN: RoleName = 'superAdmin';

/** Guards every route of `scope`. Returns the function that reads a request's caller. */
export function guardAdministrators(
  scope: FastifyInstance,
  { callers, permissions }: { callers: Callers; permissions: Pick<Permissions, 'effectiveRoles'> },
): (request: FastifyRequest) => Administrator {
  scope.decorateRequest('administrator', null);
  scope.addHook('onRoute', (route) => {
    if (route.config?.administrator === undefined)
      throw new Error(`${route.url} does not say which administrators may call it.`);
  });

  scope.addHook('onRequest', async (request) => {
    const manager = await callers.manager(request, 'admin');
    const roles = await permissions.effectiveRoles({ ...manager, site: undefined });
    const isSuperAdmin = roles.includes(SUPER_ADMIN);
    if (request.routeOptions.config.administrator === 'superAdmin' && !isSuperAdmin)
      throw new AppError('forbidden', 'Only super admins may do this.');
    request.administrator = { ...manager, isSuperAdmin };
  });

  return (request) => {
    if (!request.administrator) throw new AppError('forbidden', 'This call needs management access.');
    return request.administrator;
  };
}
