/** Policies of many users and devices in one call, because a selection may be a whole school. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { parseBody } from '#http/parse-body.ts';
import { policyRecipientsBodySchema, policyRecipientsChangeSchema } from '#protocol/rest/policy.ts';
import type { Database } from '#store/database.ts';
import { createRecipientPolicies, type Recipients } from '#store/policies/recipient-policies.ts';
import type { Announce, Announced } from './announce.ts';
import type { Callers } from './caller.ts';
import { fewIds } from './few-ids.ts';
import { invalidField } from './invalid-field.ts';
import { nameChange } from './logs/change-details.ts';
import type { SiteReach } from './site-reach.ts';

export function registerPolicyRecipientRoutes(
  app: FastifyInstance,
  deps: { db: Kysely<Database>; callers: Callers; reach: Pick<SiteReach, 'sight'>; announce: Announce },
): void {
  const { db, callers, reach, announce } = deps;
  const recipientPolicies = createRecipientPolicies(db);

  // A POST, because the list may be too long for a query.
  app.post('/policies/recipients', { config: { changesNothing: true } }, async (request) => {
    const tutor = await callers.onSite(request);
    const recipients = parseBody(policyRecipientsBodySchema, request.body);
    return recipientPolicies.read(tutor, recipients, await reach.sight(tutor));
  });

  app.put('/policies/recipients', async (request) => {
    const tutor = await callers.onSite(request, 'policyUser');
    const { add, remove, ...recipients } = parseBody(policyRecipientsChangeSchema, request.body);
    const sight = await reach.sight(tutor);
    const unknown = await recipientPolicies.change(tutor, { recipients, sight, add, remove });
    if (unknown.length > 0)
      throw invalidField('add', `The site has no policies with these ids: ${fewIds(unknown)}.`);
    const changed = await recipientPolicies.read(tutor, recipients, sight);
    const count = (kind: keyof Recipients) => changed.filter((each) => each.kind === kind).length;
    nameChange(request, `${count('users')} users, ${count('devices')} devices`);
    await announce(request, tutor, { resource: 'policies', reachUnchanged: true }, ...OTHERS);
    return changed;
  });
}

/** Users and devices themselves do not change, so consoles reload only the policies applied to them. */
const OTHERS: readonly Announced[] = [
  { resource: 'groups', reachUnchanged: true },
  { resource: 'users/policies', reachUnchanged: true },
  { resource: 'devices/policies', reachUnchanged: true },
];
