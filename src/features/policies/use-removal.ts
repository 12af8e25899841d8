import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import { appliedPoliciesQuery, type PolicyTarget } from '#rest/policies.ts';
import { PolicyRest } from './policy-rest.ts';
import { titleName } from './title-name.ts';
import { type ChangeTitles, usePolicyChanges } from './use-policy-changes.ts';

/** A policy to remove from a target. `titles`: for the activity area, by the policy's name. */
export type Removal = {
  target: PolicyTarget;
  name: string;
  policyId: string;
  titles: (policy: { name: string }) => ChangeTitles;
};

/**
 * Removes a policy from a group, a person or a device. It fetches the current list first, because another
 * tutor may have changed it. The activity area can undo it. Resolves with whether it was removed; rejects if
 * the list cannot be fetched.
 */
export function useRemoval(): (removal: Removal) => Promise<boolean> {
  const apply = usePolicyChanges();
  const { read } = useContext(PolicyRest);
  const client = useQueryClient();
  return useCallback(
    async ({ target, name, policyId, titles }) => {
      const list = await read(target);
      const former = list.find((each) => each.policyId === policyId);
      if (former === undefined) {
        client.setQueryData(appliedPoliciesQuery(target).queryKey, list);
        return false;
      }
      const write = { policies: list.filter((each) => each !== former), former: list };
      const run = apply(titles({ name: titleName(former.name) }), [{ target, name, write, former }]);
      const { answers } = await run.done;
      return [...answers.values()].every(({ state }) => state === 'confirmed');
    },
    [apply, read, client],
  );
}
