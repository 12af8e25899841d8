import * as v from 'valibot';

export const policyIconSchema = v.looseObject({
  base: v.optional(v.string(), ''),
  color: v.optional(v.string(), '#000000'),
  icon: v.optional(v.string(), ''),
});
/** The part of a policy that cards need (STORE-18, STORE-37); the editor's screen widens it. */
export const policySchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  meta: v.optional(v.looseObject({ icon: v.optional(policyIconSchema) }), {}),
  disabled: v.optional(v.boolean(), false),
});
export const policyListSchema = v.array(policySchema);
export type Policy = v.InferOutput<typeof policySchema>;

/** One policy applied to a group, user or device (STORE-19). */
export const policyApplicationSchema = v.looseObject({
  policyId: v.string(),
  disabled: v.optional(v.boolean(), false),
  disabledTTL: v.optional(v.nullable(v.number())),
  expiry: v.optional(v.nullable(v.string())),
});
export const policyApplicationListSchema = v.array(policyApplicationSchema);
