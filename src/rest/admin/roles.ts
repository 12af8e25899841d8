/** The roles of the tenant, and the tutors who hold them (admin realm). */
import { queryOptions } from '@tanstack/react-query';
import {
  MAX_ROLE_CHANGES,
  type RoleChange,
  type RoleLink,
  type RoleLinkBody,
  roleChangesAnswerSchema,
  roleLinkSchema,
  roleSchema,
} from '#protocol/rest/role.ts';
import { deleteDocument, getPaged, postAndRead, putAndRead } from '../http.ts';

export const rolesQuery = () =>
  queryOptions({
    queryKey: ['roles'],
    queryFn: ({ signal }) => getPaged('/roles', roleSchema, { signal }),
  });

const pathOf = (tutorId: string, id = '') =>
  `/rolelinks${id === '' ? '' : `/${encodeURIComponent(id)}`}?tutorId=${encodeURIComponent(tutorId)}`;

/** The admin realm receives no change notifications, so the list is read each time it is shown. */
export const roleLinksQuery = (tutorId: string) =>
  queryOptions({
    queryKey: ['rolelinks', tutorId],
    queryFn: ({ signal }) => getPaged(pathOf(tutorId), roleLinkSchema, { signal }),
    staleTime: 0,
  });

/** Each throws AppError. */
export const giveRole = (body: RoleLinkBody): Promise<RoleLink> =>
  postAndRead(pathOf(body.tutorId), body, roleLinkSchema);

/** Saves the link with its new `canGrant`. */
export const changeGrant = (link: RoleLink): Promise<RoleLink> =>
  putAndRead(pathOf(link.tutorId, link.id), link, roleLinkSchema);

export const takeRole = ({ tutorId, id }: Pick<RoleLink, 'tutorId' | 'id'>): Promise<void> =>
  deleteDocument(pathOf(tutorId, id));

/** Small enough for a quick answer and visible progress. */
const CHANGES_PER_REQUEST = Math.min(100, MAX_ROLE_CHANGES);

/**
 * Makes many changes of one tutor's roles in batches, and calls `done` after each. Returns the refusals in
 * order, undefined for a change that was made. Throws AppError if a call fails; earlier batches stay.
 */
export async function changeRoles(
  tutorId: string,
  changes: readonly RoleChange[],
  done: (count: number) => void,
): Promise<(string | undefined)[]> {
  const refusals: (string | undefined)[] = [];
  for (let at = 0; at < changes.length; at += CHANGES_PER_REQUEST) {
    const some = changes.slice(at, at + CHANGES_PER_REQUEST);
    const path = `/rolelinks/changes?tutorId=${encodeURIComponent(tutorId)}`;
    const answer = await postAndRead(path, { changes: some }, roleChangesAnswerSchema);
    refusals.push(...answer.refusals.map((refusal) => refusal ?? undefined));
    done(refusals.length);
  }
  return refusals;
}
