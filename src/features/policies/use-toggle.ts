import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import { appliedPoliciesQuery, holdsApplications, type PolicyTarget } from '#rest/policies.ts';
import { readAfterWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { PolicyRest } from './policy-rest.ts';
import { titleName } from './title-name.ts';
import { toggleChange } from './toggle-change.ts';
import { m } from './toggle-messages.ts';
import { usePolicyChanges } from './use-policy-changes.ts';

export type Toggle = {
  target: PolicyTarget;
  name: string;
  /** The application as displayed; the server may have a newer version. */
  application: AppliedPolicy;
};

/**
 * Disables or enables an applied policy. It fetches the current list first, because another tutor may have
 * changed the application or removed it. The activity area can undo the change. A notice explains when
 * nothing was changed because the application differs from the displayed one or the list cannot be fetched.
 * Resolves in each case.
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
        // The policies of individual members are one list of the group.
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
