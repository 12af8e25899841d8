/** The stored policies of a device, so that they apply before it reaches the platform again. */
import * as v from 'valibot';
import { clientPoliciesSchema } from '#protocol/client-policies.ts';

const donePowerSchema = v.object({
  /** The performed power action, as JSON. */
  plan: v.pipe(v.string(), v.maxLength(100_000)),
  at: v.number(),
});
export type DonePower = v.InferOutput<typeof donePowerSchema>;

export const keptPoliciesSchema = v.object({
  ...clientPoliciesSchema.entries,
  donePower: v.optional(donePowerSchema),
});
export type KeptPolicies = v.InferOutput<typeof keptPoliciesSchema>;

/** Storage that lasts as long as the device belongs to this person. */
export type PolicyMemory = {
  get(): KeptPolicies | undefined;
  set(policies: KeptPolicies): void;
};

/** For a device that stores nothing beyond its run. */
export function createPolicyMemory(): PolicyMemory {
  let policies: KeptPolicies | undefined;
  return {
    get: () => policies,
    set(next) {
      policies = next;
    },
  };
}
