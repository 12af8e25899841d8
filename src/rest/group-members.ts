import { queryOptions } from '@tanstack/react-query';
import { groupMemberSchema, groupPatternListSchema } from '#protocol/rest/group-member.ts';
import { getDocument, getPaged, putDocument } from './http.ts';

const path = (groupId: string) => `/groups/${encodeURIComponent(groupId)}`;

/** All members: of a deviceMatchGroup, the devices that match at the moment. */
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

/** Replaces the members: ids of users or of devices, as the group's definition says. Throws AppError. */
export async function saveGroupMembers(groupId: string, members: readonly string[]): Promise<void> {
  await putDocument(`${path(groupId)}/members`, { members });
}

/** Replaces the patterns of a deviceMatchGroup. Throws AppError. */
export async function saveGroupPatterns(groupId: string, patterns: readonly string[]): Promise<void> {
  await putDocument(`${path(groupId)}/patterns`, { patterns });
}
