import type { Realm, RoleFlags, RoleName } from './roles.ts';

/** Requirements of a route: the realm and, if any roles are listed, at least one of them. */
export type RouteAccess = { realm: Realm; anyOf?: readonly RoleName[] };

/** Target of a redirect from a route that the session may not open. */
export const REALM_DEFAULT = { console: '/', admin: '/admin/sites/sites-tags' } as const;

/**
 * Returns undefined if the session may open the route, otherwise the path to redirect to. A session of the
 * console never opens a route of the admin panel, and the reverse.
 */
export function redirectFor(
  access: RouteAccess,
  session: { realm: Realm; roles: RoleFlags },
): (typeof REALM_DEFAULT)[Realm] | undefined {
  const hasRole = access.anyOf === undefined || access.anyOf.some((role) => session.roles[role]);
  return session.realm === access.realm && hasRole ? undefined : REALM_DEFAULT[session.realm];
}
