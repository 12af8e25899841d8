import { queryOptions } from '@tanstack/react-query';
import { type Group, groupSchema, toGroup } from '#protocol/rest/group.ts';
import type { GridLayout, WakeSchedule } from '#protocol/rest/group-body.ts';
import { getDocument, getPaged, postAndRead, putAndRead, putDocument } from './http.ts';

const pathOf = (groupId: string) => `/groups/${encodeURIComponent(groupId)}`;

/** Every group that this tutor may read. The tab filters them by hostname. */
export const groupsQuery = () =>
  queryOptions({
    queryKey: ['groups'],
    queryFn: async ({ signal }) => (await getPaged('/groups', groupSchema, { signal })).map(toGroup),
  });

/** Saves the schedule, with the fields that the request requires. Throws AppError. */
export async function saveWakeSchedule(
  { id, definitionName, name, global }: Pick<Group, 'id' | 'definitionName' | 'name' | 'global'>,
  wol: WakeSchedule,
): Promise<void> {
  await putDocument(pathOf(id), { definitionName, name, global, wol });
}

/** Saves the positions of a group's devices on a wall. Returns the group. Throws AppError. */
export async function saveGridLayout(
  { id, definitionName, name, global }: Pick<Group, 'id' | 'definitionName' | 'name' | 'global'>,
  gridLayout: GridLayout,
): Promise<Group> {
  const body = { settings: { gridLayout }, name, definitionName, global };
  return toGroup(await putAndRead(pathOf(id), body, groupSchema));
}

/** Imports a group's members again from its directory. Returns the group. Throws AppError. */
export async function syncGroup(groupId: string): Promise<Group> {
  return toGroup(await postAndRead(`${pathOf(groupId)}/sync`, {}, groupSchema));
}

/** One group, with its tutors and policies. */
export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['groups', groupId],
    queryFn: async ({ signal }) => toGroup(await getDocument(pathOf(groupId), groupSchema, { signal })),
  });
