/**
 * Retained on `S/clients/{clientId}/policies` by the platform: the policies that hold for the device through
 * its groups, its user and itself, without disabled ones. Published again when they change.
 */
import * as v from 'valibot';

const part = v.object({
  definition: v.pipe(v.string(), v.maxLength(64)),
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
});

export const clientPoliciesSchema = v.object({
  policies: v.pipe(
    v.array(
      v.object({
        id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
        name: v.pipe(v.string(), v.maxLength(1_024)),
        /** The policy applies only while all conditions hold. */
        conditions: v.optional(v.pipe(v.array(part), v.maxLength(20)), []),
        effects: v.pipe(v.array(part), v.maxLength(20)),
      }),
    ),
    v.maxLength(200),
  ),
});
export type ClientPolicies = v.InferOutput<typeof clientPoliciesSchema>;
