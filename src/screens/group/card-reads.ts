/** Queries that determine the position and the height of a group's cards. */
import type { QueryClient } from '@tanstack/react-query';
import { groupMembersQuery } from '#rest/group-members.ts';
import { appliedPoliciesQuery, memberPoliciesQuery } from '#rest/policies.ts';

export const cardReads = (groupId: string) =>
  [
    groupMembersQuery(groupId),
    appliedPoliciesQuery({ kind: 'groups', id: groupId }),
    memberPoliciesQuery(groupId),
  ] as const;

/** Errors stay in the queries; the screen retries and shows them. */
export function startCardReads(client: QueryClient, groupId: string): void {
  const [members, ofGroup, ofMembers] = cardReads(groupId);
  void client.prefetchQuery(members);
  void client.prefetchQuery(ofGroup);
  void client.prefetchQuery(ofMembers);
}
