/** Requests of group maintainers for groups. All throw AppError, `forbidden` without groupMaintainer. */
import { queryOptions } from '@tanstack/react-query';
import { type Group, type GroupDefinition, groupSchema, toGroup } from '#protocol/rest/group.ts';
import type { GroupCreateBody } from '#protocol/rest/group-body.ts';
import {
  groupCountListSchema,
  type PatternMatches,
  patternMatchesSchema,
} from '#protocol/rest/group-counts.ts';
import type { ListEdit } from './group-members.ts';
import { deleteDocument, getDocument, postAndRead, putAndRead, putDocument } from './http.ts';

const pathOf = (groupId: string) => `/groups/${encodeURIComponent(groupId)}`;

/** Numbers of members and tutors of each group. */
export const groupCountsQuery = () =>
  queryOptions({
    queryKey: ['groups', 'counts'],
    queryFn: ({ signal }) => getDocument('/groups/counts', groupCountListSchema, { signal }),
  });

export const createGroup = async (body: GroupCreateBody): Promise<Group> =>
  toGroup(await postAndRead('/groups', body, groupSchema));

export type GroupEdit = Pick<Group, 'definitionName' | 'name' | 'global'> & {
  /** The previous kind of the group, if it changes. */
  formerDefinitionName?: GroupDefinition;
  properties?: { permittedHostnames: readonly string[] };
};

export const saveGroup = async (groupId: string, edit: GroupEdit): Promise<Group> =>
  toGroup(await putAndRead(pathOf(groupId), edit, groupSchema));

export const saveGroupTutors = (groupId: string, { entries, former }: ListEdit): Promise<void> =>
  putDocument(`${pathOf(groupId)}/permissions`, { permissions: entries, former });

/** `isLast`: the page is about to unload, and the request outlives it. */
export const deleteGroup = (groupId: string, { isLast = false } = {}): Promise<void> =>
  deleteDocument(pathOf(groupId), undefined, { keepalive: isLast });

export const readPatternMatches = (
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<PatternMatches> =>
  postAndRead('/groups/patterns/matches', { patterns }, patternMatchesSchema, { signal });
