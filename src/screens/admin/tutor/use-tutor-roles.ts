/** Data of a tutor's tabs: all roles, the tutor's roles by place, and the rights of the current user. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { linksByPlace } from '#domain/people/assign-states.ts';
import { type Granter, SUPER_ADMIN } from '#domain/people/grant-rule.ts';
import { byRoleName } from '#domain/people/role-order.ts';
import { placeOf } from '#domain/people/role-place.ts';
import type { Role, RoleLink } from '#protocol/rest/role.ts';
import { roleLinksQuery, rolesQuery } from '#rest/admin/roles.ts';
import { useAuth } from '#session/session-store.ts';
import type { ListReading } from '#ui/list/list-page.tsx';
import { m } from './messages.ts';

export const ROLE_WORDS = {
  loading: m.loadingRoles,
  failed: m.rolesFailed,
  retry: m.retry,
  outdated: m.outdated,
};

export type PlacedLink = RoleLink & { place: ReturnType<typeof placeOf> };

export type TutorRoles = {
  tutorId: string;
  isSuperAdmin: boolean;
  /** Visible roles only, sorted by name. */
  roles: readonly Role[];
  links: readonly PlacedLink[];
  linkAt: ReturnType<typeof linksByPlace<PlacedLink>>;
  /** The signed-in user. */
  granter: Granter;
};

const placed = (links: readonly RoleLink[]): PlacedLink[] =>
  links.map((link) => ({ ...link, place: placeOf(link) }));

const holdsSuperAdmin = (links: readonly RoleLink[], roles: readonly Role[]) => {
  const ids = new Set(roles.filter(({ name }) => name === SUPER_ADMIN).map(({ id }) => id));
  return links.some(({ global, roleId }) => global && ids.has(roleId));
};

export function useTutorRoles(tutorId: string): ListReading<TutorRoles> {
  const { userId } = useAuth();
  const roles = useQuery(rolesQuery());
  const links = useQuery(roleLinksQuery(tutorId));
  const own = useQuery(roleLinksQuery(userId));
  const data = useMemo((): TutorRoles | undefined => {
    if (!roles.data || !links.data || !own.data) return undefined;
    const shown = roles.data.filter(({ hidden }) => !hidden);
    const ofTutor = placed(links.data);
    return {
      tutorId,
      isSuperAdmin: holdsSuperAdmin(links.data, roles.data),
      roles: shown.sort(byRoleName),
      links: ofTutor,
      linkAt: linksByPlace(ofTutor),
      granter: {
        tutorId: userId,
        isSuperAdmin: holdsSuperAdmin(own.data, roles.data),
        links: placed(own.data),
      },
    };
  }, [roles.data, links.data, own.data, tutorId, userId]);
  return readingOf(data, [roles, links, own]);
}

/** Combines several queries into one. */
export function readingOf<Data>(
  data: Data | undefined,
  queries: readonly Omit<ListReading<unknown>, 'data'>[],
): ListReading<Data> {
  return {
    data,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.filter(({ error }) => error !== null).map(({ refetch }) => refetch())),
  };
}
