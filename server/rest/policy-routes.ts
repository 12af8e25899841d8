/** Policies applied to groups, people and devices. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { RoleName } from '#domain/people/roles.ts';
import { parseBody } from '#http/parse-body.ts';
import { policyApplicationsBodySchema } from '#protocol/rest/policy.ts';
import type { Database } from '#store/database.ts';
import { createGroupAudience } from '#store/groups/group-audience.ts';
import type { SiteTutor } from '#store/permissions/permissions.ts';
import {
  createPolicyApplications,
  type PolicyTarget,
  type PutWay,
  type WantedApplication,
} from '#store/policies/policy-applications.ts';
import type { Announce, Announced } from './announce.ts';
import { fewIds } from './few-ids.ts';
import { invalidField } from './invalid-field.ts';
import type { IdRequest, IdRoute, SiteReach } from './site-reach.ts';

export type PolicyRoutesDeps = {
  db: Kysely<Database>;
  reach: SiteReach;
  announce: Announce;
};

type Found = { tutor: SiteTutor; target: PolicyTarget };
type FindTarget = (request: IdRequest, role?: RoleName) => Promise<Found>;

export function registerPolicyRoutes(app: FastifyInstance, deps: PolicyRoutesDeps): void {
  const { db, reach, announce } = deps;
  const applications = createPolicyApplications(db);
  const audience = createGroupAudience(db);

  const on = ({ tenant, site }: SiteTutor, kind: PolicyTarget['kind'], id: string): PolicyTarget => ({
    tenant,
    site,
    kind,
    id,
  });
  /** Keyed by the first part of the path. */
  const targets: Record<string, FindTarget> = {
    async groups(request, role) {
      const { tutor, group } = await reach.group(request, role);
      return { tutor, target: on(tutor, 'group', group.id) };
    },
    async users(request, role) {
      const { tutor, userId } = await reach.user(request, role);
      return { tutor, target: on(tutor, 'user', userId) };
    },
    async devices(request, role) {
      const { tutor, deviceId } = await reach.device(request, role);
      return { tutor, target: on(tutor, 'device', deviceId) };
    },
  };

  app.get<IdRoute>('/groups/:id/members/policies', async (request) => {
    const { tutor, group } = await reach.group(request);
    const people = await audience.of({ tenant: tutor.tenant, site: tutor.site, groupId: group.id });
    return people ? applications.ofAudience(tutor, people) : [];
  });

  for (const [collection, find] of Object.entries(targets)) {
    app.get<IdRoute>(`/${collection}/:id/policies`, async (request) =>
      applications.of((await find(request)).target),
    );

    app.put<IdRoute>(`/${collection}/:id/policies`, async (request) => {
      const { tutor, target } = await find(request, 'policyUser');
      const { wanted, ...how } = readApplications(request.body);
      const unknown = await applications.put(target, wanted, { ...how, tutorId: tutor.tutorId });
      if (unknown.length > 0) {
        const field = how.whole ? 'policies' : 'policyId';
        throw invalidField(field, `The site has no policies with these ids: ${fewIds(unknown)}.`);
      }
      const changed = { resource: collection, id: target.id, reachUnchanged: true };
      await announce(request, tutor, changed, ...OTHERS.filter(({ resource }) => resource !== collection));
      return applications.of(target);
    });
  }
}

/** Resources that change with a policy: the cards of a group's members, and lists of applied policies. */
const OTHERS: readonly Announced[] = [
  { resource: 'groups', reachUnchanged: true },
  { resource: 'policies', reachUnchanged: true },
];

/** The schema fills in defaults for fields that the body omits. Those must stay unchanged. */
function readApplications(body: unknown): Pick<PutWay, 'whole' | 'former'> & {
  wanted: readonly WantedApplication[];
} {
  const isWhole = typeof body === 'object' && body !== null && 'policies' in body;
  // The option is selected here, so that errors name the field instead of the union.
  const read = parseBody(policyApplicationsBodySchema.options[isWhole ? 0 : 1], body);
  const namesDisabled = (sent: unknown) => Object.hasOwn(sent as object, 'disabled');
  const named = (application: WantedApplication, sent: unknown): WantedApplication => ({
    ...application,
    disabled: namesDisabled(sent) ? application.disabled : undefined,
  });
  if (!('policies' in read)) return { wanted: [named(read, body)], whole: false };
  const { policies: sent } = body as { policies: readonly unknown[] };
  const wanted = read.policies.map((each, index) => named(each, sent[index]));
  return { wanted, whole: true, former: read.former };
}
