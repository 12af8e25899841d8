/**
 * The policies shown on the cards of a group. The group's bar fetches them once for all cards and stores them
 * here. A card reads its own list, which is the same array until it changes, without a query.
 */
import { createListeners } from '#protocol/observable.ts';
import type { AppliedPolicy, MemberPolicy } from '#protocol/rest/policy.ts';
import type { OpenedPolicy } from './policy-toggle-dialog.tsx';
import { type MemberKeys, memberPolicies, type ShownPolicy, shownPolicies } from './shown-policies.ts';

export type BoardContent = {
  groupId: string;
  group: readonly AppliedPolicy[];
  members: readonly MemberPolicy[];
  /** Whether this tutor may disable and enable policies. */
  mayChange: boolean;
};

const NONE: readonly ShownPolicy[] = [];

export function createPolicyBoard() {
  const { subscribe, tell } = createListeners();
  let content: BoardContent | undefined;
  let ofMember: ReturnType<typeof memberPolicies> = () => [];
  let lists = new Map<string, readonly ShownPolicy[]>();
  let opened: OpenedPolicy | undefined;

  function listOf(groupId: string, member: MemberKeys): readonly ShownPolicy[] {
    if (content?.groupId !== groupId) return NONE;
    const key = JSON.stringify([member.userId, member.deviceId]);
    const known = lists.get(key);
    if (known) return known;
    const target = { kind: 'groups' as const, id: groupId };
    const ofGroup = content.group.map((application) => ({ target, application }));
    const list = shownPolicies([...ofGroup, ...ofMember(member)]);
    lists.set(key, list);
    return list;
  }

  return {
    subscribe,
    show(next: BoardContent): void {
      content = next;
      ofMember = memberPolicies(next.members);
      lists = new Map();
      tell();
    },
    clear(): void {
      content = undefined;
      lists = new Map();
      opened = undefined;
      tell();
    },
    ofGroup: (groupId: string) => listOf(groupId, { userId: undefined, deviceId: undefined }),
    ofCard: listOf,
    mayChange: (groupId: string) => content?.groupId === groupId && content.mayChange,

    open(next: OpenedPolicy): void {
      opened = next;
      tell();
    },
    close(): void {
      opened = undefined;
      tell();
    },
    opened: () => opened,
  };
}

export type PolicyBoard = ReturnType<typeof createPolicyBoard>;
