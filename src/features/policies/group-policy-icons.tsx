import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { GroupWatch } from '../../live/group-watch.ts';
import { appliedPoliciesQuery, memberPoliciesQuery } from '../../rest/policies.ts';
import { useRoles } from '../../session/session-store.ts';
import { createActivePolicies } from './active-policies.ts';
import { m } from './icon-messages.ts';
import { policyBoard } from './policy-board.ts';
import { PolicyIcons } from './policy-icons.tsx';
import { PolicyToggleDialog } from './policy-toggle-dialog.tsx';
import type { ShownPolicy } from './shown-policies.ts';

/** Part 1 §9. */
const MOST = 5;

const NONE: readonly never[] = [];

/** The one read for the bar and all cards; puts it on the board. */
function useBoard(groupId: string): void {
  const group = useQuery(appliedPoliciesQuery({ kind: 'groups', id: groupId })).data ?? NONE;
  const members = useQuery(memberPoliciesQuery(groupId)).data ?? NONE;
  const mayChange = useRoles().policyUser;
  useEffect(
    () => policyBoard.show({ groupId, group, members, mayChange }),
    [groupId, group, members, mayChange],
  );
  useEffect(() => policyBoard.clear, []);
}

/** The policies of the group as icons, in the bar of its devices: at most five. */
export function GroupPolicyIcons(props: { groupId: string; devices: GroupWatch['devices'] }) {
  const { groupId, devices } = props;
  useBoard(groupId);
  const policies = useSyncExternalStore(policyBoard.subscribe, () => policyBoard.ofGroup(groupId));
  const mayChange = useSyncExternalStore(policyBoard.subscribe, () => policyBoard.mayChange(groupId));
  const followed = useMemo(() => createActivePolicies(devices), [devices]);
  const activeIds = useSyncExternalStore(followed.subscribe, followed.get);
  const opened = useSyncExternalStore(policyBoard.subscribe, policyBoard.opened);
  const active = useMemo(() => activeIds && [...activeIds], [activeIds]);
  const onOpen = useCallback((policy: ShownPolicy) => policyBoard.open({ policy, names: {} }), []);
  return (
    <>
      {policies.length === 0 ? null : (
        <PolicyIcons
          label={m.policiesOfGroup}
          policies={policies}
          most={MOST}
          size={24}
          active={active}
          onOpen={mayChange ? onOpen : undefined}
        />
      )}
      {opened && mayChange ? <PolicyToggleDialog opened={opened} onClose={policyBoard.close} /> : null}
    </>
  );
}
