import * as v from 'valibot';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import {
  appliedPolicyListSchema,
  memberPolicyListSchema,
  placedPolicySchema,
  policyApplicationsBodySchema,
  policyBodySchema,
  policyListSchema,
  policyRecipientsBodySchema,
  policyRecipientsChangeSchema,
  policySchema,
  recipientPoliciesSchema,
} from '#protocol/rest/policy.ts';
import { ON_SITE, type Operation, type Operations } from '../operation.ts';
import { deletedCountSchema } from './answers.ts';

const POLICY_MAINTAINER = 'Tutors with the role policyMaintainer on the site.';

const applied = (collection: string, noun: string): Operation => ({
  tag: 'Policies',
  route: `GET /v1/${collection}/:id/policies`,
  summary: `List the policies that are applied to a ${noun}`,
  caller: ON_SITE,
  answer: appliedPolicyListSchema,
});
const apply = (collection: string, noun: string): Operation => ({
  tag: 'Policies',
  route: `PUT /v1/${collection}/:id/policies`,
  summary: `Apply policies to a ${noun}`,
  description:
    'The body is the whole list, or one policy that is added or whose fields change. With `former`, the list as it was when the editing began, changes that others have made since then are kept.',
  caller: 'Tutors with the role policyUser on the site.',
  body: policyApplicationsBodySchema,
  answer: appliedPolicyListSchema,
});

export const policyOperations: Operations = {
  listPolicies: {
    tag: 'Policies',
    route: 'GET /v1/policies',
    summary: 'List the policies of the site',
    description: 'Policies that another tutor keeps private are left out.',
    caller: ON_SITE,
    query: pageQuerySchema,
    answer: policyListSchema,
  },
  createPolicy: {
    tag: 'Policies',
    route: 'POST /v1/policies',
    summary: 'Create a policy',
    caller: POLICY_MAINTAINER,
    body: policyBodySchema,
    answer: policySchema,
    conflict: 'The site has as many policies as it may have.',
  },
  readPolicy: {
    tag: 'Policies',
    route: 'GET /v1/policies/:id',
    summary: 'Read a policy',
    caller: ON_SITE,
    answer: policySchema,
  },
  updatePolicy: {
    tag: 'Policies',
    route: 'PUT /v1/policies/:id',
    summary: 'Change a policy',
    caller: POLICY_MAINTAINER,
    body: policyBodySchema,
    answer: policySchema,
    conflict: 'The policy has a newer version than the one in the body.',
  },
  deletePolicy: {
    tag: 'Policies',
    route: 'DELETE /v1/policies/:id',
    summary: 'Delete a policy',
    caller: POLICY_MAINTAINER,
    answer: deletedCountSchema,
  },
  listPlacedPolicies: {
    tag: 'Policies',
    route: 'GET /v1/policies/applications',
    summary: 'List what each policy is applied to',
    description: 'Only groups, users and devices that the tutor may see are listed.',
    caller: ON_SITE,
    query: pageQuerySchema,
    answer: v.array(placedPolicySchema),
  },
  listMemberPolicies: {
    tag: 'Policies',
    route: 'GET /v1/groups/:id/members/policies',
    summary: 'List the policies that are applied to the members of a group themselves',
    caller: ON_SITE,
    answer: memberPolicyListSchema,
  },
  listRecipientPolicies: {
    tag: 'Policies',
    route: 'POST /v1/policies/recipients',
    summary: 'List the policies that are applied to many users and devices',
    description:
      'Nothing is changed. It is a POST because a list of ids may be too long for an address. Users and devices that the tutor may not see are left out.',
    caller: ON_SITE,
    body: policyRecipientsBodySchema,
    answer: v.array(recipientPoliciesSchema),
  },
  changeRecipientPolicies: {
    tag: 'Policies',
    route: 'PUT /v1/policies/recipients',
    summary: 'Apply policies to many users and devices, and take others off',
    description:
      'The answer has what is applied afterwards. Users and devices that the tutor may not see stay as they are and are left out.',
    caller: 'Tutors with the role policyUser on the site.',
    body: policyRecipientsChangeSchema,
    answer: v.array(recipientPoliciesSchema),
  },
  listGroupPolicies: applied('groups', 'group'),
  setGroupPolicies: apply('groups', 'group'),
  listUserPolicies: applied('users', 'user'),
  setUserPolicies: apply('users', 'user'),
  listDevicePolicies: applied('devices', 'device'),
  setDevicePolicies: apply('devices', 'device'),
};
