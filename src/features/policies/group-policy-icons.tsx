import { useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo } from 'react';
import type { GroupWatch } from '#live/group-watch.ts';
import { appliedPoliciesQuery, memberPoliciesQuery } from '#rest/policies.ts';
import { useRoles } from '#session/session-store.ts';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { createActivePolicies } from './active-policies.ts';
import { m } from './icon-messages.ts';
import type { PolicyBoard } from './policy-board.ts';
import { PolicyIcons } from './policy-icons.tsx';
import { PolicyToggleDialog } from './policy-toggle-dialog.tsx';
import type { ShownPolicy } from './shown-policies.ts';

/** The last icon counts the policies beyond this number. */
const MAX_ICONS = 5;

const NONE: readonly never[] = [];

/** Fetches the policies once for the bar and all cards, and puts them on the board. */
function usePolicyReading(groupId: string, board: PolicyBoard): void {
  const group = useQuery(appliedPoliciesQuery({ kind: 'groups', id: groupId })).data ?? NONE;
  const members = useQuery(memberPoliciesQuery(groupId)).data ?? NONE;
  const mayChange = useRoles().policyUser;
  // Before the next frame, so that cards do not grow after they were painted.
  useLayoutEffect(
    () => board.show({ groupId, group, members, mayChange }),
    [board, groupId, group, members, mayChange],
  );
  useLayoutEffect(() => board.clear, [board]);
}

/** The policies of the group, as at most five icons in the bar of its devices. */
export function GroupPolicyIcons(props: {
  groupId: string;
  devices: GroupWatch['devices'];
  board: PolicyBoard;
}) {
  const { groupId, devices, board } = props;
  usePolicyReading(groupId, board);
  const policies = useObservable(board, () => board.ofGroup(groupId));
  const mayChange = useObservable(board, () => board.mayChange(groupId));
  const followed = useMemo(() => createActivePolicies(devices), [devices]);
  const activeIds = useObservable(followed);
  const opened = useObservable(board, board.opened);
  const active = useMemo(() => activeIds && [...activeIds], [activeIds]);
  const onOpen = useCallback((policy: ShownPolicy) => board.open({ policy, names: {} }), [board]);
  return (
    <>
      {policies.length === 0 ? null : (
        <PolicyIcons
          label={m.policiesOfGroup}
          policies={policies}
          max={MAX_ICONS}
          size={24}
          active={active}
          onOpen={mayChange ? onOpen : undefined}
        />
      )}
      {opened && mayChange ? (
        <DialogBoundary onClose={board.close}>
          <PolicyToggleDialog opened={opened} onClose={board.close} />
        </DialogBoundary>
      ) : null}
    </>
  );
}
