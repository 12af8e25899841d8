/** What decides where the cards of a group stand and how high they are. */
import type { QueryClient } from '@tanstack/react-query';
import { groupMembersQuery } from '../../rest/group-members.ts';
import { appliedPoliciesQuery, memberPoliciesQuery } from '../../rest/policies.ts';

export const cardReads = (groupId: string) =>
  [
    groupMembersQuery(groupId),
    appliedPoliciesQuery({ kind: 'groups', id: groupId }),
    memberPoliciesQuery(groupId),
  ] as const;

/** Failures stay in the queries; the screen asks again and says so. */
export function startCardReads(client: QueryClient, groupId: string): void {
  const [members, ofGroup, ofMembers] = cardReads(groupId);
  void client.prefetchQuery(members);
  void client.prefetchQuery(ofGroup);
  void client.prefetchQuery(ofMembers);
}
