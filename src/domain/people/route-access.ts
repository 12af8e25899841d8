import type { Realm, RoleFlags, RoleName } from './roles.ts';

/** What a route asks of a session: its realm and, where named, any one of these roles. */
export type RouteAccess = { realm: Realm; anyOf?: readonly RoleName[] };

/** Where a realm's people land when a route is not theirs. */
export const REALM_DEFAULT = { console: '/', admin: '/admin/sites/sites-tags' } as const;

/**
 * Undefined: go ahead. Else the path to go to instead, without a message. A route of the
 * other realm counts as one that is not theirs.
 */
export function redirectFor(
  access: RouteAccess,
  session: { realm: Realm; roles: RoleFlags },
): (typeof REALM_DEFAULT)[Realm] | undefined {
  const hasRole = access.anyOf === undefined || access.anyOf.some((role) => session.roles[role]);
  return session.realm === access.realm && hasRole ? undefined : REALM_DEFAULT[session.realm];
}
