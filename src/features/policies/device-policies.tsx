import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import { appliedPoliciesQuery, type PolicyTarget } from '#rest/policies.ts';
import { useRoles } from '#session/session-store.ts';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { m as policyWords } from './icon-messages.ts';
import { NotPossible, notPossibleText } from './not-possible.tsx';
import { PolicyIcons } from './policy-icons.tsx';
import { type OpenedPolicy, PolicyToggleDialog } from './policy-toggle-dialog.tsx';
import { type PolicyApplied, shownPolicies } from './shown-policies.ts';

/** The bar of a group has room for as many. */
const MAX_ICONS = 5;

const NONE: readonly AppliedPolicy[] = [];

function useApplied(kind: PolicyTarget['kind'], id: string | undefined): readonly PolicyApplied[] {
  const { data = NONE } = useQuery({
    ...appliedPoliciesQuery({ kind, id: id ?? '' }),
    enabled: id !== undefined,
    retry: false,
  });
  return useMemo(
    () => data.map((application) => ({ target: { kind, id: id ?? '' }, application })),
    [data, kind, id],
  );
}

/** The policies of a device from its group, its user and itself, as icons. */
export function DevicePolicies(props: {
  groupId: string | undefined;
  userId: string | undefined;
  deviceId: string | undefined;
  name: string;
  hostname: string;
  active: readonly string[] | undefined;
  /** The policy parts that the device reports as impossible. */
  notPossible: readonly string[] | undefined;
}) {
  const { name, hostname } = props;
  const ofGroup = useApplied('groups', props.groupId);
  const ofUser = useApplied('users', props.userId);
  const ofDevice = useApplied('devices', props.deviceId);
  const policies = useMemo(
    () => shownPolicies([...ofGroup, ...ofUser, ...ofDevice]),
    [ofGroup, ofUser, ofDevice],
  );
  const mayChange = useRoles().policyUser;
  const [opened, setOpened] = useState<OpenedPolicy>();
  return (
    <>
      {policies.length === 0 ? null : (
        <>
          <PolicyIcons
            label={policyWords.policiesOf({ name: shownName(name, 60) })}
            policies={policies}
            max={MAX_ICONS}
            size={24}
            active={props.active}
            onOpen={
              mayChange
                ? (policy) => setOpened({ policy, names: { users: name, devices: hostname } })
                : undefined
            }
          />
          <NotPossible text={notPossibleText(props.notPossible)} />
        </>
      )}
      {opened === undefined ? null : (
        <DialogBoundary onClose={() => setOpened(undefined)}>
          <PolicyToggleDialog opened={opened} onClose={() => setOpened(undefined)} />
        </DialogBoundary>
      )}
    </>
  );
}
