/** Merges the policies of a group, a user and a device into one list of icons. */
import type { AppliedPolicy, MemberPolicy } from '#protocol/rest/policy.ts';
import type { PolicyTarget } from '#rest/policies.ts';

export type PolicyApplied = { target: PolicyTarget; application: AppliedPolicy };

export type ShownPolicy = {
  policyId: string;
  name: string;
  icon: string;
  color: string;
  /** True if every application of the policy is disabled. */
  disabled: boolean;
  /** All applications: to the group first, then the user, then the device. */
  appliedTo: readonly PolicyApplied[];
};

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** One entry for each policy; enabled policies come first. */
export function shownPolicies(applied: readonly PolicyApplied[]): ShownPolicy[] {
  const all = new Map<string, ShownPolicy>();
  for (const each of applied) {
    const { policyId, name, meta, disabled } = each.application;
    const known = all.get(policyId);
    all.set(policyId, {
      policyId,
      name,
      icon: meta.icon?.icon ?? '',
      color: meta.icon?.color ?? '',
      disabled: disabled && (known?.disabled ?? true),
      appliedTo: [...(known?.appliedTo ?? []), each],
    });
  }
  return [...all.values()].sort(
    (a, b) => Number(a.disabled) - Number(b.disabled) || byName.compare(a.name, b.name),
  );
}

export type MemberKeys = { userId: string | undefined; deviceId: string | undefined };

/** Indexes the policies applied to individual members of a group by user and device. */
export function memberPolicies(members: readonly MemberPolicy[]) {
  const byMember = new Map<string, PolicyApplied[]>();
  for (const application of members) {
    const { userId, deviceId } = application;
    const target: PolicyTarget | undefined =
      deviceId !== undefined
        ? { kind: 'devices', id: deviceId }
        : userId !== undefined
          ? { kind: 'users', id: userId }
          : undefined;
    if (target === undefined) continue;
    const key = `${target.kind}/${target.id}`;
    byMember.set(key, [...(byMember.get(key) ?? []), { target, application }]);
  }
  return ({ userId, deviceId }: MemberKeys): readonly PolicyApplied[] => [
    ...(byMember.get(`users/${userId}`) ?? []),
    ...(byMember.get(`devices/${deviceId}`) ?? []),
  ];
}

/** `active`: the policies that the device follows now; undefined if it has not reported them. */
export function isInactive(policy: ShownPolicy, active: readonly string[] | undefined): boolean {
  return !policy.disabled && active !== undefined && !active.includes(policy.policyId);
}
