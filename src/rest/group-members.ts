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

/** `former`: as it was when the editing began; what others have changed since then stays. */
export type ListEdit = { entries: readonly string[]; former: readonly string[] };

/** Ids of users or of devices, as the group's definition says. Throws AppError. */
export async function saveGroupMembers(groupId: string, { entries, former }: ListEdit): Promise<void> {
  await putDocument(`${path(groupId)}/members`, { members: entries, former });
}

/** Of a deviceMatchGroup. Throws AppError. */
export async function saveGroupPatterns(groupId: string, { entries, former }: ListEdit): Promise<void> {
  await putDocument(`${path(groupId)}/patterns`, { patterns: entries, former });
}
