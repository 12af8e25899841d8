/** A test stage around a policy component: a tutor, an in-memory platform and its queries. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { AppliedPolicy, MemberPolicy, PlacedPolicy, Policy } from '#protocol/rest/policy.ts';
import {
  appliedPoliciesQuery,
  memberPoliciesQuery,
  type PolicyDocument,
  type PolicyTarget,
  type PolicyWrite,
  placedPoliciesQuery,
  policiesQuery,
} from '#rest/policies.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { PolicyRest } from '../policy-rest.ts';

export const applied = (policyId: string, more: Partial<AppliedPolicy> = {}): AppliedPolicy => ({
  id: `a-${policyId}`,
  policyId,
  name: policyId,
  meta: {},
  disabled: false,
  ...more,
});

export type Stage = {
  /** Undefined: not fetched yet. */
  group?: AppliedPolicy[] | undefined;
  members?: MemberPolicy[];
  policies?: Policy[];
  roles?: string[];
  /** The current state of the platform, if it differs from the fetched one. */
  read?: (target: PolicyTarget) => Promise<AppliedPolicy[]>;
  put?: (target: PolicyTarget, write: PolicyWrite) => Promise<AppliedPolicy[]>;
  /** The targets with applied policies. */
  placed?: PlacedPolicy[];
  /** The result of creating (without an id) or saving a policy. */
  save?: (id: string | undefined, policy: PolicyDocument) => Promise<Policy>;
  remove?: (id: string) => Promise<void>;
};

const asSaved = (id: string, { name, meta, definition, disabled = false }: PolicyDocument): Policy =>
  ({ id, name, meta, definition, disabled }) as Policy;

const unwanted = () => Promise.reject(new Error('many recipients are not on this stage'));

export function showOnStage(children: ReactNode, stage: Stage = {}) {
  session.state = signedIn({ roles: stage.roles ?? ['policyUser'] });
  const written: [string, PolicyWrite][] = [];
  const put = async (target: PolicyTarget, write: PolicyWrite) => {
    written.push([`${target.kind}/${target.id}`, write]);
    return stage.put?.(target, write) ?? [];
  };
  const saved: [string | undefined, PolicyDocument][] = [];
  const save = async (id: string | undefined, policy: PolicyDocument) => {
    saved.push([id, policy]);
    return stage.save?.(id, policy) ?? asSaved(id ?? 'new', policy);
  };
  const removed: string[] = [];
  const remove = async (id: string) => {
    removed.push(id);
    await stage.remove?.(id);
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000, retry: false } } });
  const tellGroup = (group: AppliedPolicy[]) =>
    client.setQueryData(appliedPoliciesQuery({ kind: 'groups', id: 'g1' }).queryKey, group);
  if (stage.group) tellGroup(stage.group);
  client.setQueryData(memberPoliciesQuery('g1').queryKey, stage.members ?? []);
  const tellPolicies = (policies: Policy[]) => client.setQueryData(policiesQuery().queryKey, policies);
  tellPolicies(stage.policies ?? []);
  client.setQueryData(placedPoliciesQuery().queryKey, stage.placed ?? []);
  render(
    <QueryClientProvider client={client}>
      <PolicyRest
        value={{
          read: async (target) => stage.read?.(target) ?? stage.group ?? [],
          put,
          readMany: unwanted,
          changeMany: unwanted,
          create: (policy) => save(undefined, policy),
          save,
          remove,
        }}
      >
        {children}
      </PolicyRest>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), written, saved, removed, tellGroup, tellPolicies };
}
