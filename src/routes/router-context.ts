import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Realm, RoleFlags } from '#domain/people/roles.ts';
import { type RouteAccess, redirectFor } from '#domain/people/route-access.ts';

/** What routes know of the outside. */
export type RouterContext = {
  queryClient: QueryClient;
  /** Who is signed in; undefined: nobody. */
  session: () => { realm: Realm; roles: RoleFlags } | undefined;
  /** Signs out and leaves for the login page (part 3 §2.2). */
  leave: () => Promise<void>;
};

/** The guard of a route, from the signed-in user's roles: nobody → login page; not theirs → their realm's default. */
export function guard(access: RouteAccess) {
  return async ({ context }: { context: RouterContext }): Promise<void> => {
    const session = context.session();
    if (session === undefined) {
      await context.leave();
      // The page is on its way out: no screen of it may load any more.
      return new Promise<void>(() => {});
    }
    const to = redirectFor(access, session);
    if (to !== undefined) throw redirect({ to, replace: true });
  };
}
