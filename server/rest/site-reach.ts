/**
 * Resolves the resource in a path on the site of the tutor's session, if the tutor may see it. Otherwise it
 * throws 404 as for a missing resource, because 403 would reveal which ids exist.
 */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { RoleName } from '#domain/people/roles.ts';
import { AppError } from '#protocol/app-error.ts';
import type { Database } from '#store/database.ts';
import { createGroupAudience } from '#store/groups/group-audience.ts';
import { createGroups, type GroupDocument } from '#store/groups/groups.ts';
import { createDirectory } from '#store/people/directory.ts';
import type { Keep } from '#store/permissions/keep-answers.ts';
import type { Permissions, SiteTutor } from '#store/permissions/permissions.ts';
import type { Sight } from '#store/policies/placed-policies.ts';
import { unstorableIn } from '#store/storable.ts';
import type { Callers } from './caller.ts';

type WithId = { Params: { id: string } };
export type IdRequest = FastifyRequest<WithId>;
export type IdRoute = WithId;

export type SiteReach = {
  /** The calling tutor and the group. Throws `forbidden` without the role, `not-found` without the group. */
  group(request: IdRequest, role?: RoleName): Promise<{ tutor: SiteTutor; group: GroupDocument }>;
  /** A person of the directory, not a guest of a session. */
  user(request: IdRequest, role?: RoleName): Promise<{ tutor: SiteTutor; userId: string }>;
  device(request: IdRequest, role?: RoleName): Promise<{ tutor: SiteTutor; deviceId: string }>;
  seesGroup(tutor: SiteTutor, groupId: string): Promise<boolean>;
  /** Everything that the tutor may see on the site, in a few statements, for calls about many resources. */
  sight(tutor: SiteTutor): Promise<Sight>;
};

/** The members of all the tutor's groups take as long to read as thousands of devices and people. */
const CACHE_TTL_MS = 1_000;

/** Text that the database cannot store is no id, and a query with it would fail. */
export function idIn({ params: { id } }: IdRequest, what: string): string {
  if (unstorableIn(id)) throw new AppError('not-found', `There is no such ${what}.`);
  return id;
}

export function createSiteReach(deps: {
  db: Kysely<Database>;
  callers: Callers;
  permissions: Permissions;
  keep: Keep;
}): SiteReach {
  const { db, callers, permissions, keep } = deps;
  const groups = createGroups(db);
  const directory = createDirectory(db);
  const audience = createGroupAudience(db);

  const seesGroup: SiteReach['seesGroup'] = async (tutor, groupId) => {
    const permitted = await permissions.permittedGroups(tutor);
    return permitted === 'all' || permitted.has(groupId);
  };

  return {
    seesGroup,

    async sight(tutor) {
      const groupIds = await permissions.permittedGroups(tutor);
      if (groupIds === 'all') return 'all';
      const { tenant, site } = tutor;
      const seen = await keep(tenant, JSON.stringify([site, ...groupIds]), {
        read: () => audience.ofAny({ tenant, site }, groupIds),
        maxAgeMs: CACHE_TTL_MS,
      });
      return { groupIds, ...seen };
    },

    async group(request, role) {
      const tutor = await callers.onSite(request, role);
      const groupId = idIn(request, 'group');
      const group = (await seesGroup(tutor, groupId)) ? await groups.find({ ...tutor, groupId }) : undefined;
      if (!group) throw new AppError('not-found', 'There is no such group.');
      return { tutor, group };
    },

    async user(request, role) {
      const tutor = await callers.onSite(request, role);
      const userId = idIn(request, 'person');
      const exists =
        (await permissions.mayReachUser(tutor, userId)) &&
        (await directory.user(tutor, userId)) !== undefined;
      if (!exists) throw new AppError('not-found', 'There is no such person.');
      return { tutor, userId };
    },

    async device(request, role) {
      const tutor = await callers.onSite(request, role);
      const deviceId = idIn(request, 'device');
      const exists =
        (await permissions.mayReachDevice(tutor, deviceId)) &&
        (await directory.device(tutor, deviceId)) !== undefined;
      if (!exists) throw new AppError('not-found', 'There is no such device.');
      return { tutor, deviceId };
    },
  };
}
