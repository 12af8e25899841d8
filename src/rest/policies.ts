import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { RawPart } from '#domain/policies/policy-definition.ts';
import {
  type AppliedPolicy,
  appliedPolicyListSchema,
  memberPolicyListSchema,
  type Policy,
  type PolicyApplication,
  placedPolicySchema,
  policySchema,
  type RecipientPolicies,
  recipientPoliciesSchema,
} from '#protocol/rest/policy.ts';
import { deleteDocument, getDocument, getPaged, postAndRead, putAndRead, type ReadOptions } from './http.ts';

/** An item that policies are applied to. */
export type PolicyTarget = { kind: 'groups' | 'users' | 'devices'; id: string };

const pathOf = ({ kind, id }: PolicyTarget) => `/${kind}/${encodeURIComponent(id)}/policies`;

/** The site's policies and the tutor's own. */
export const policiesQuery = () =>
  queryOptions({
    queryKey: ['policies'],
    queryFn: ({ signal }) => getPaged('/policies', policySchema, { signal }),
  });

/** Policies applied directly to a group, a user or a device. Throws AppError. */
export const readAppliedPolicies = (target: PolicyTarget, read: ReadOptions = {}): Promise<AppliedPolicy[]> =>
  getDocument(pathOf(target), appliedPolicyListSchema, read);

export const appliedPoliciesQuery = (target: PolicyTarget) =>
  queryOptions({
    queryKey: [target.kind, target.id, 'policies'],
    queryFn: ({ signal }) => readAppliedPolicies(target, { signal }),
  });

/** Policies applied directly to the members of a group: one request for all cards. */
export const memberPoliciesQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['groups', groupId, 'members', 'policies'],
    queryFn: ({ signal }) =>
      getDocument(`/groups/${encodeURIComponent(groupId)}/members/policies`, memberPolicyListSchema, {
        signal,
      }),
  });

/** Whether a query contains or counts applications, and is read again after this tab changed some. */
export const holdsApplications = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === 'policies' || queryKey.at(-1) === 'policies';

/** The complete new list. `former`: the list before editing, so that changes by others are preserved. */
export type PolicyListWrite = {
  policies: readonly PolicyApplication[];
  former?: readonly PolicyApplication[];
};

/** A whole list, or one policy to add or update. */
export type PolicyWrite = PolicyListWrite | PolicyApplication;

/** Drops the fields that a read adds to an application, such as name and icon. */
export function toWritten({ policyId, disabled, disabledTTL, expiry }: PolicyApplication): PolicyApplication {
  return {
    policyId,
    disabled,
    ...(disabledTTL === undefined ? {} : { disabledTTL }),
    ...(expiry === undefined ? {} : { expiry }),
  };
}

const toWrittenList = ({ policies, former }: PolicyListWrite) => ({
  policies: policies.map(toWritten),
  ...(former && { former: former.map(toWritten) }),
});

/** Returns the current list. Throws AppError: `forbidden` without policyUser or without access. */
export const putPolicies = (target: PolicyTarget, write: PolicyWrite): Promise<AppliedPolicy[]> =>
  putAndRead(
    pathOf(target),
    'policies' in write ? toWrittenList(write as PolicyListWrite) : toWritten(write),
    appliedPolicyListSchema,
  );

/** Users and devices, whose policies are read and changed in bulk. */
export type RecipientTarget = PolicyTarget & { kind: 'users' | 'devices' };

const named = (targets: readonly RecipientTarget[]) => ({
  users: targets.flatMap(({ kind, id }) => (kind === 'users' ? id : [])),
  devices: targets.flatMap(({ kind, id }) => (kind === 'devices' ? id : [])),
});

/**
 * Policies applied to each target, at most `MAX_POLICY_RECIPIENTS`. Targets that are deleted or hidden from
 * this tutor are omitted. Throws AppError.
 */
export const readRecipientPolicies = (
  targets: readonly RecipientTarget[],
  read: ReadOptions = {},
): Promise<RecipientPolicies[]> =>
  postAndRead('/policies/recipients', named(targets), v.array(recipientPoliciesSchema), read);

/** A change for several targets. `add` replaces the fields of a policy that is applied already. */
export type RecipientsChange = { add: readonly PolicyApplication[]; remove: readonly string[] };

/** Returns the result like `readRecipientPolicies`. Throws AppError: `forbidden` without policyUser. */
export const changeRecipientPolicies = (
  targets: readonly RecipientTarget[],
  { add, remove }: RecipientsChange,
): Promise<RecipientPolicies[]> =>
  putAndRead(
    '/policies/recipients',
    { ...named(targets), add: add.map(toWritten), remove },
    v.array(recipientPoliciesSchema),
  );

/** All places where visible policies are applied, as far as the tutor may see the places. */
export const placedPoliciesQuery = () =>
  queryOptions({
    queryKey: ['policies', 'applications'],
    queryFn: ({ signal }) => getPaged('/policies/applications', placedPolicySchema, { signal }),
  });

/** A policy to save; without `disabled` that field is unchanged. `version`: the version that was edited. */
export type PolicyDocument = {
  name: string;
  meta: { icon: { base: string; color: string; icon: string } };
  definition: { conditions: readonly RawPart[]; effects: readonly RawPart[] };
  global: boolean;
  ownerId: string;
  disabled?: boolean;
  version?: number;
};

const pathOfPolicy = (id: string) => `/policies/${encodeURIComponent(id)}`;

/**
 * All three throw AppError: `forbidden` without policyMaintainer, `not-found` if the policy does not exist.
 * Saving also throws `conflict` if the policy has a newer version.
 */
export const createPolicy = (policy: PolicyDocument): Promise<Policy> =>
  postAndRead('/policies', policy, policySchema);

export const savePolicy = (id: string, policy: PolicyDocument): Promise<Policy> =>
  putAndRead(pathOfPolicy(id), policy, policySchema);

export const deletePolicy = (id: string): Promise<void> => deleteDocument(pathOfPolicy(id));
