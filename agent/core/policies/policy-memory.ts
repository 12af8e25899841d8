/** What a device keeps of its policies while it is off: they hold also before it has reached the platform again. */
import * as v from 'valibot';
import { clientPoliciesSchema } from '#protocol/client-policies.ts';

const donePowerSchema = v.object({
  /** What was done, as JSON. */
  plan: v.pipe(v.string(), v.maxLength(100_000)),
  /** Epoch milliseconds. */
  at: v.number(),
});
export type DonePower = v.InferOutput<typeof donePowerSchema>;

export const keptPoliciesSchema = v.object({
  ...clientPoliciesSchema.entries,
  donePower: v.optional(donePowerSchema),
});
export type KeptPolicies = v.InferOutput<typeof keptPoliciesSchema>;

/** A place that lasts as long as the device is this person's. */
export type PolicyMemory = {
  get(): KeptPolicies | undefined;
  set(kept: KeptPolicies): void;
};

/** For a device that keeps nothing beyond its run. */
export function createPolicyMemory(): PolicyMemory {
  let kept: KeptPolicies | undefined;
  return {
    get: () => kept,
    set(next) {
      kept = next;
    },
  };
}
