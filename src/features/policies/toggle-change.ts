/** Disables or enables an applied policy; only its `disabled` flag changes. */
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import type { PolicyTarget } from '#rest/policies.ts';
import type { PolicyChange } from './policy-changes.ts';
import { titleName } from './title-name.ts';
import { m } from './toggle-messages.ts';
import type { ChangeTitles } from './use-policy-changes.ts';

export function toggleChange(
  application: AppliedPolicy,
  { target, name }: { target: PolicyTarget; name: string },
): { titles: ChangeTitles; change: PolicyChange } {
  const policy = { name: titleName(application.name) };
  const off = m.disablePolicyOf(policy);
  const on = m.enablePolicyOf(policy);
  return {
    titles: application.disabled ? { title: on, back: off } : { title: off, back: on },
    change: { target, name, write: { ...application, disabled: !application.disabled }, former: application },
  };
}
