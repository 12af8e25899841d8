import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Realm, RoleFlags } from '#domain/people/roles.ts';
import { type RouteAccess, redirectFor } from '#domain/people/route-access.ts';

/** The outside world of the routes. */
export type RouterContext = {
  queryClient: QueryClient;
  /** The session; undefined while no person is signed in. */
  session: () => { realm: Realm; roles: RoleFlags } | undefined;
  /** Signs out and leaves for the login page. */
  leave: () => Promise<void>;
};

/**
 * The guard of a route, by the roles of the signed-in person. Without a session it redirects to the login
 * page, without permission to the default route of the realm.
 */
export function guard(access: RouteAccess) {
  return async ({ context }: { context: RouterContext }): Promise<void> => {
    const session = context.session();
    if (session === undefined) {
      await context.leave();
      // The page is being left, so no screen of it may load any more.
      return new Promise<void>(() => {});
    }
    const to = redirectFor(access, session);
    if (to !== undefined) throw redirect({ to, replace: true });
  };
}
