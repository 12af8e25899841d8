/** Turns an applied policy off or on: only its `disabled` flag changes. */
import { shownName } from '#domain/people/shown-name.ts';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import type { PolicyTarget } from '../../rest/policies.ts';
import { m } from './icon-messages.ts';
import type { PolicyChange } from './policy-changes.ts';
import type { ChangeTitles } from './use-policy-changes.ts';

/** The greatest length of a policy's name in a title of the activity area. */
const TITLE_LETTERS = 60;

export const titleName = (name: string): string => shownName(name, TITLE_LETTERS) || m.unnamed;

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
