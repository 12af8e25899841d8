import * as v from 'valibot';

const policyIconSchema = v.looseObject({
  base: v.optional(v.string(), ''),
  color: v.optional(v.string(), '#000000'),
  icon: v.optional(v.string(), ''),
});
/** The part of a policy that cards need; the editor's screen widens it. */
export const policySchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  meta: v.optional(v.looseObject({ icon: v.optional(policyIconSchema) }), {}),
  disabled: v.optional(v.boolean(), false),
});
export const policyListSchema = v.array(policySchema);
export type Policy = v.InferOutput<typeof policySchema>;

/** One policy applied to a group, user or device. */
export const policyApplicationSchema = v.looseObject({
  policyId: v.string(),
  disabled: v.optional(v.boolean(), false),
  disabledTTL: v.optional(v.nullable(v.number())),
  expiry: v.optional(v.nullable(v.string())),
});
export const policyApplicationListSchema = v.array(policyApplicationSchema);
export type PolicyApplication = v.InferOutput<typeof policyApplicationSchema>;

/** As it is read back: with what a card shows of the policy. */
export const appliedPolicySchema = v.looseObject({
  ...policyApplicationSchema.entries,
  id: v.string(),
  name: v.string(),
  meta: v.optional(v.looseObject({ icon: v.optional(policyIconSchema) }), {}),
});
export const appliedPolicyListSchema = v.array(appliedPolicySchema);
export type AppliedPolicy = v.InferOutput<typeof appliedPolicySchema>;

/**
 * `GET /groups/{id}/members/policies`: what is applied to the group's members themselves, one read for all cards.
 * Exactly one of userId and deviceId.
 */
export const memberPolicySchema = v.looseObject({
  ...appliedPolicySchema.entries,
  userId: v.optional(v.string()),
  deviceId: v.optional(v.string()),
});
export const memberPolicyListSchema = v.array(memberPolicySchema);
export type MemberPolicy = v.InferOutput<typeof memberPolicySchema>;

const sentApplication = v.object({
  policyId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  disabled: v.optional(v.boolean(), false),
  /** Nothing runs it: only null is taken, so that nobody trusts in it. */
  disabledTTL: v.optional(v.null('A policy cannot be switched off for a time only.')),
  expiry: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp()))),
});

/**
 * `PUT /groups|users|devices/{id}/policies`: the whole list as it shall be, or one policy that is added or
 * whose fields change.
 */
export const policyApplicationsBodySchema = v.union([
  v.object({ policies: v.pipe(v.array(sentApplication), v.maxLength(200)) }),
  sentApplication,
]);
