import { queryOptions } from '@tanstack/react-query';
import { type Group, groupSchema, toGroup } from '#protocol/rest/group.ts';
import type { GridLayout, WakeSchedule } from '#protocol/rest/group-body.ts';
import { getDocument, getPaged, postAndRead, putAndRead, putDocument } from './http.ts';

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
