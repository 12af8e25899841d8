import * as v from 'valibot';
import { policyDefinitionSchema } from '#domain/policies/policy-definition.ts';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

const policyIconSchema = v.looseObject({
  base: v.optional(v.string(), ''),
  color: v.optional(v.string(), '#000000'),
  icon: v.optional(v.string(), ''),
});
/** A part of a definition in an answer. A part of a newer platform is shown by name, and stays as it is. */
const partSchema = v.looseObject({
  definition: v.string(),
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
});

const count = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0);

export const policySchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  meta: v.optional(v.looseObject({ icon: v.optional(policyIconSchema) }), {}),
  definition: v.optional(
    v.looseObject({
      conditions: v.optional(v.array(partSchema), []),
      effects: v.optional(v.array(partSchema), []),
    }),
  ),
  /** The policy has no effect on the whole site, whatever it is applied to. */
  disabled: v.optional(v.boolean(), false),
  /** False: only its owner sees it. */
  global: v.optional(v.boolean()),
  ownerId: v.optional(v.nullable(v.string())),
  /** Changes with every write. A client that saves the policy sends the version that it edited. */
  version: v.optional(v.pipe(v.number(), v.integer())),
  /** Numbers of groups, people and devices of the whole site, including those hidden from the reader. */
  appliedTo: v.optional(v.object({ groups: count, users: count, devices: count })),
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

/** Form in answers: with the fields that a card shows of the policy. */
export const appliedPolicySchema = v.looseObject({
  ...policyApplicationSchema.entries,
  id: v.string(),
  name: v.string(),
  meta: v.optional(v.looseObject({ icon: v.optional(policyIconSchema) }), {}),
});
export const appliedPolicyListSchema = v.array(appliedPolicySchema);
export type AppliedPolicy = v.InferOutput<typeof appliedPolicySchema>;

/**
 * `GET /groups/{id}/members/policies`: policies of the group's members themselves, one read for all cards.
 * Exactly one of userId and deviceId is set.
 */
export const memberPolicySchema = v.looseObject({
  ...appliedPolicySchema.entries,
  userId: v.optional(v.string()),
  deviceId: v.optional(v.string()),
});
export const memberPolicyListSchema = v.array(memberPolicySchema);
export type MemberPolicy = v.InferOutput<typeof memberPolicySchema>;

/** `GET /policies/applications`, in pages: all policies with their targets, as far as the tutor sees them. */
export const placedPolicySchema = v.looseObject({
  /** Id of the application. */
  id: v.string(),
  policyId: v.string(),
  kind: v.picklist(['groups', 'users', 'devices']),
  targetId: v.string(),
  /** For a person: the client that they used last. */
  clientId: v.optional(v.string()),
  /** Name of the group or the person, or host name of the device. Text. */
  name: v.string(),
  disabled: v.optional(v.boolean(), false),
  /** ISO 8601: the application holds until then. */
  expiry: v.optional(v.nullable(v.string())),
});
export type PlacedPolicy = v.InferOutput<typeof placedPolicySchema>;

const MAX_POLICY_NAME = 255;

/** `POST /policies` and `PUT /policies/{id}`. */
export const policyBodySchema = v.object({
  name: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(VISIBLE_TEXT, 'A policy needs a name.'),
      v.maxLength(MAX_POLICY_NAME, `A name has at most ${MAX_POLICY_NAME} characters.`),
    ),
    '',
  ),
  meta: v.optional(
    v.object({
      icon: v.optional(
        v.object({
          base: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
          color: v.optional(
            v.pipe(v.string(), v.regex(/^#([\da-f]{3}|[\da-f]{6})$/i, 'A colour is written as #rrggbb.')),
            '#000000',
          ),
          icon: v.optional(
            v.pipe(v.string(), v.regex(/^mdi-[a-z0-9-]{1,64}$/, 'A policy needs an icon, such as mdi-lock.')),
            '',
          ),
        }),
        {},
      ),
    }),
    {},
  ),
  definition: v.optional(policyDefinitionSchema, { effects: [], conditions: [] }),
  global: v.optional(v.boolean(), true),
  /** The tutor who saves it. The owner of a policy remains its creator. */
  ownerId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128)))),
  /** Unchanged if absent. */
  disabled: v.optional(v.boolean()),
  /** For `PUT`: the version that was edited. If the policy has another one by now, nothing is saved: 409. */
  version: v.optional(v.pipe(v.number(), v.integer())),
});
export type PolicyBody = v.InferOutput<typeof policyBodySchema>;

const sentApplication = v.object({
  policyId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  disabled: v.optional(v.boolean(), false),
  /** Not supported. Only null is accepted, so that no client relies on it. */
  disabledTTL: v.optional(v.null('A policy cannot be switched off for a time only.')),
  expiry: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp()))),
});

const formerApplication = v.object({
  ...policyApplicationSchema.entries,
  policyId: sentApplication.entries.policyId,
});

/**
 * `PUT /groups|users|devices/{id}/policies`: the whole new list, or one policy to add or change. `former`:
 * the list when the editing began, so that changes by others since then are kept. Absent: the list is
 * replaced.
 */
export const policyApplicationsBodySchema = v.union([
  v.object({
    policies: v.pipe(v.array(sentApplication), v.maxLength(200)),
    former: v.optional(v.pipe(v.array(formerApplication), v.maxLength(1_000))),
  }),
  sentApplication,
]);

/** Maximum users, and maximum devices, of one call. */
export const MAX_POLICY_RECIPIENTS = 500;
const MAX_REMOVED_POLICIES = 1_000;

const ids = (max: number) =>
  v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(128))), v.maxLength(max));

/** `POST /policies/recipients`: the users and devices whose policies are read. */
export const policyRecipientsBodySchema = v.object({
  users: ids(MAX_POLICY_RECIPIENTS),
  devices: ids(MAX_POLICY_RECIPIENTS),
});

/** `PUT /policies/recipients`: the same change for all users and devices in the lists. */
export const policyRecipientsChangeSchema = v.object({
  ...policyRecipientsBodySchema.entries,
  /** A policy that is applied already gets these fields. */
  add: v.pipe(v.array(sentApplication), v.maxLength(200)),
  /** Ids of policies. */
  remove: ids(MAX_REMOVED_POLICIES),
});

/** Policies of one user or device. Both calls answer a list, without targets that the tutor may not see. */
export const recipientPoliciesSchema = v.looseObject({
  kind: v.picklist(['users', 'devices']),
  id: v.string(),
  policies: appliedPolicyListSchema,
});
export type RecipientPolicies = v.InferOutput<typeof recipientPoliciesSchema>;
