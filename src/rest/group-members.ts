import { queryOptions } from '@tanstack/react-query';
import { groupMemberSchema, groupPatternListSchema } from '#protocol/rest/group-member.ts';
import { getDocument, getPaged, putDocument } from './http.ts';

const path = (groupId: string) => `/groups/${encodeURIComponent(groupId)}`;

/** All members; for a deviceMatchGroup, the devices that match now. */
export const groupMembersQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['groups', groupId, 'members'],
    queryFn: ({ signal }) => getPaged(`${path(groupId)}/members`, groupMemberSchema, { signal }),
  });

/** The patterns of a deviceMatchGroup. */
export const groupPatternsQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['groups', groupId, 'patterns'],
    queryFn: ({ signal }) => getDocument(`${path(groupId)}/patterns`, groupPatternListSchema, { signal }),
  });

/** `former`: the list when editing began, so that later changes of other users are preserved. */
export type ListEdit = { entries: readonly string[]; former: readonly string[] };

/** Saves ids of users or devices, depending on the group's definition. Throws AppError. */
export async function saveGroupMembers(groupId: string, { entries, former }: ListEdit): Promise<void> {
  await putDocument(`${path(groupId)}/members`, { members: entries, former });
}

/** Saves the patterns of a deviceMatchGroup. Throws AppError. */
export async function saveGroupPatterns(groupId: string, { entries, former }: ListEdit): Promise<void> {
  await putDocument(`${path(groupId)}/patterns`, { patterns: entries, former });
}
