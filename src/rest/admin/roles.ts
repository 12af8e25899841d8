/** The roles of the tenant, and who holds them where (admin realm). */
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

/** The admin realm hears of no changes: what others have changed is read when it is shown. */
export const roleLinksQuery = (tutorId: string) =>
  queryOptions({
    queryKey: ['rolelinks', tutorId],
    queryFn: ({ signal }) => getPaged(pathOf(tutorId), roleLinkSchema, { signal }),
    staleTime: 0,
  });

/** Each throws AppError. */
export const giveRole = (body: RoleLinkBody): Promise<RoleLink> =>
  postAndRead(pathOf(body.tutorId), body, roleLinkSchema);

/** With the `canGrant` that the link is to have. */
export const changeGrant = (link: RoleLink): Promise<RoleLink> =>
  putAndRead(pathOf(link.tutorId, link.id), link, roleLinkSchema);

export const takeRole = ({ tutorId, id }: Pick<RoleLink, 'tutorId' | 'id'>): Promise<void> =>
  deleteDocument(pathOf(tutorId, id));

/** Few enough that the platform answers soon, and that it is seen how far it is. */
const AT_ONCE = Math.min(100, MAX_ROLE_CHANGES);

/**
 * Makes many changes of one tutor's roles, some at a time, and tells of those that are done. Answers why each was refused, in
 * their order; undefined: it was made. Throws AppError where a call fails: what was `done` before stays.
 */
export async function changeRoles(
  tutorId: string,
  changes: readonly RoleChange[],
  done: (count: number) => void,
): Promise<(string | undefined)[]> {
  const refusals: (string | undefined)[] = [];
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE);
    const path = `/rolelinks/changes?tutorId=${encodeURIComponent(tutorId)}`;
    const answer = await postAndRead(path, { changes: some }, roleChangesAnswerSchema);
    refusals.push(...answer.refusals.map((refusal) => refusal ?? undefined));
    done(refusals.length);
  }
  return refusals;
}
