import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import { appliedPoliciesQuery, type PolicyTarget } from '../../rest/policies.ts';
import { PolicyRest } from './policy-rest.ts';
import { titleName } from './title-name.ts';
import { type ChangeTitles, usePolicyChanges } from './use-policy-changes.ts';

/** What is taken off what. `titles`: how the activity area calls it, by the policy's name. */
export type Removal = {
  target: PolicyTarget;
  /** Of the target. */
  name: string;
  policyId: string;
  titles: (policy: { name: string }) => ChangeTitles;
};

/**
 * Takes a policy off a group, a person or a device: from the list as it is now, which another tutor may have changed.
 * The activity area can undo it. Resolves with whether it was removed; rejects where the list cannot be read.
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
