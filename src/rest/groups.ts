import { queryOptions } from '@tanstack/react-query';
import {
  type GridLayout,
  type Group,
  type GroupCreateBody,
  type GroupDefinition,
  groupCountListSchema,
  groupSchema,
  type PatternMatches,
  patternMatchesSchema,
  toGroup,
  type WakeSchedule,
} from '#protocol/rest/group.ts';
import type { ListEdit } from './group-members.ts';
import { deleteDocument, getDocument, getPaged, postAndRead, putAndRead, putDocument } from './http.ts';

const pathOf = (groupId: string) => `/groups/${encodeURIComponent(groupId)}`;

/** Every group that the platform lets this tutor read. Visibility by hostname is decided in the tab. */
export const groupsQuery = () =>
  queryOptions({
    queryKey: ['groups'],
    queryFn: async ({ signal }) => (await getPaged('/groups', groupSchema, { signal })).map(toGroup),
  });

/** Sends what changed, and what comes along with it. Throws AppError. */
export async function saveWakeSchedule(
  { id, definitionName, name, global }: Pick<Group, 'id' | 'definitionName' | 'name' | 'global'>,
  wol: WakeSchedule,
): Promise<void> {
  await putDocument(pathOf(id), { definitionName, name, global, wol });
}

/** Saves where a wall shows the devices of a group. Answers the group. Throws AppError. */
export async function saveGridLayout(
  { id, definitionName, name, global }: Pick<Group, 'id' | 'definitionName' | 'name' | 'global'>,
  gridLayout: GridLayout,
): Promise<Group> {
  const body = { settings: { gridLayout }, name, definitionName, global };
  return toGroup(await putAndRead(pathOf(id), body, groupSchema));
}

/** Reads a group's members anew from the directory that it comes from. Answers the group. Throws AppError. */
export async function syncGroup(groupId: string): Promise<Group> {
  return toGroup(await postAndRead(`${pathOf(groupId)}/sync`, {}, groupSchema));
}

/** One group, with its tutors and policies. */
export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['groups', groupId],
    queryFn: async ({ signal }) => toGroup(await getDocument(pathOf(groupId), groupSchema, { signal })),
  });

/** How many members and tutors each group has; for maintainers. */
export const groupCountsQuery = () =>
  queryOptions({
    queryKey: ['groups', 'counts'],
    queryFn: ({ signal }) => getDocument('/groups/counts', groupCountListSchema, { signal }),
  });

/** All below throw AppError, as `forbidden` without groupMaintainer. */
export const createGroup = async (body: GroupCreateBody): Promise<Group> =>
  toGroup(await postAndRead('/groups', body, groupSchema));

export type GroupEdit = Pick<Group, 'definitionName' | 'name' | 'global'> & {
  /** The kind that the group had, where it becomes another one. */
  formerDefinitionName?: GroupDefinition;
  properties?: { permittedHostnames: readonly string[] };
};

export const saveGroup = async (groupId: string, edit: GroupEdit): Promise<Group> =>
  toGroup(await putAndRead(pathOf(groupId), edit, groupSchema));

export const saveGroupTutors = (groupId: string, { entries, former }: ListEdit): Promise<void> =>
  putDocument(`${pathOf(groupId)}/permissions`, { permissions: entries, former });

/** `isLast`: the page is about to go, and the request outlives it. */
export const deleteGroup = (groupId: string, { isLast = false } = {}): Promise<void> =>
  deleteDocument(pathOf(groupId), undefined, { keepalive: isLast });

export const readPatternMatches = (
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<PatternMatches> =>
  postAndRead('/groups/patterns/matches', { patterns }, patternMatchesSchema, { signal });
