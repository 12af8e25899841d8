import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import { appliedPoliciesQuery, holdsApplications, type PolicyTarget } from '../../rest/policies.ts';
import { readAfterWrite } from '../../rest/use-write.ts';
import { toasts } from '../../shell/toasts/toasts.ts';
import { PolicyRest } from './policy-rest.ts';
import { titleName } from './title-name.ts';
import { toggleChange } from './toggle-change.ts';
import { m } from './toggle-messages.ts';
import { usePolicyChanges } from './use-policy-changes.ts';

export type Toggle = {
  target: PolicyTarget;
  /** Of the target. */
  name: string;
  /** As the person sees it. */
  application: AppliedPolicy;
};

/**
 * Turns an applied policy off or on, as it is applied now: what is shown may be a copy, and another tutor may have given it
 * another end, or taken it off. The activity area can undo it. A notice says why nothing was changed where the policy is not
 * any more what is shown, which is shown then, or where the list cannot be read. Resolves when it was tried.
 */
export function useToggle(): (toggle: Toggle) => Promise<void> {
  const apply = usePolicyChanges();
  const { read } = useContext(PolicyRest);
  const client = useQueryClient();
  return useCallback(
    async ({ target, name, application }) => {
      const warn = (text: string) => toasts.show({ type: 'warning', text, closable: true });
      const list = await read(target).catch((error: unknown) => {
        console.warn('policies', error);
        warn(m.notChanged);
      });
      if (list === undefined) return;
      const now = list.find(({ policyId }) => policyId === application.policyId);
      if (now?.disabled !== application.disabled) {
        client.setQueryData(appliedPoliciesQuery(target).queryKey, list);
        // What members have of their own is one list of the group.
        if (target.kind !== 'groups') void readAfterWrite(client, { predicate: holdsApplications });
        warn(m.changedMeanwhile({ name: titleName(application.name) }));
        return;
      }
      const { titles, change } = toggleChange(now, { target, name });
      await apply(titles, [change]).done;
    },
    [apply, read, client],
  );
}
