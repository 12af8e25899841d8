/**
 * Permissions for every service of the platform. The broker checks them on every publish, so answers are
 * cached until the tenant changes. REST and sign-ins use an instance without cache, because other processes
 * may change the tables.
 */
import type { Kysely } from 'kysely';
import type { Change, Changes } from '#base/changes.ts';
import type { SiteKey } from '#base/site-key.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '../database.ts';
import { createKeep, type Keep } from './keep-answers.ts';
import { type MatchGroups, readMatchGroups } from './match-groups.ts';
import { createReach, type Reach } from './reach.ts';
import { createTutorRoles, type TutorKey, type TutorRoles } from './tutor-roles.ts';

/** A tutor on a site, with the roles that apply there. */
export type SiteTutor = SiteKey & { tutorId: string; roles: readonly string[] };
type SiteClient = SiteKey & { clientId: string };

export type Permissions = TutorRoles & {
  /** `all`: a groupMaintainer. */
  permittedGroups(tutor: SiteTutor): Promise<'all' | ReadonlySet<string>>;
  groupsOfClient(client: SiteClient): Promise<readonly string[]>;
  /** Whether the tutor may act on this person on any device. `userId` may be a session's. */
  mayReachUser(tutor: SiteTutor, userId: string): Promise<boolean>;
  mayReachClient(tutor: SiteTutor, clientId: string): Promise<boolean>;
  /** Never cached, because the device may just have been enrolled. `deviceId` is the directory's. */
  mayReachDevice(tutor: SiteTutor, deviceId: string): Promise<boolean>;
  roomsOfTutor(tutor: SiteTutor): Promise<ReadonlySet<string>>;
  /** `roomsOfTutor` as a list. */
  rooms(tutor: SiteTutor): Promise<readonly string[]>;
  roomsOfClient(client: SiteClient): Promise<ReadonlySet<string>>;
  /** Current roles, even if a token lists others; undefined when the tutor lost access to the site. */
  rolesOfTutor(tutor: SiteKey & { tutorId: string }): Promise<readonly string[] | undefined>;
};

/** Changes that do not affect reach, the most frequent two first. */
const INDIFFERENT = new Set([
  ...['userlogs', 'actions', 'site-resources', 'policies', 'feedback', 'syncs'],
  'site-settings',
]);

/**
 * This process may miss a change that another process makes in the same PostgreSQL, and there is no
 * notification when a person changes seats. No answer is older than ten seconds in total. Eight are for
 * cached answers about one tutor, person or client, one for the match groups behind them, and one for the
 * broker's own cache (`gate/access.ts`).
 */
const MAX_AGE_MS = 8_000;
/** Match groups are read once for a whole site. */
const MATCH_MAX_AGE_MS = 1_000;

/** Without `changes` there is no cache. */
export function createPermissions(
  db: Kysely<Database>,
  changes?: Changes,
  clock: () => EpochMs = Date.now,
): Permissions {
  const cache: Keep = changes
    ? createKeep(changes, { mayChange: mayChangeAnswers, clock })
    : (_tenant, _key, { read }) => read();
  const cached =
    <K extends { tenant: string }, T>(
      name: string,
      read: (key: K) => Promise<T>,
      keyOf: (key: K) => string,
      maxAgeMs = MAX_AGE_MS,
    ) =>
    (key: K) =>
      cache(key.tenant, `${name} ${keyOf(key)}`, { read: () => read(key), maxAgeMs });

  const matchGroups = cached<SiteKey, MatchGroups>(
    'match',
    (site) => readMatchGroups(db, site),
    (k) => k.site,
    MATCH_MAX_AGE_MS,
  );
  const roles = keepRoles(createTutorRoles(db));
  const client = (k: SiteClient) => `${k.site} ${k.clientId}`;
  const reach = keepReach(createReach(db, matchGroups, (read) => cached('standing', read, client)));

  function keepRoles(from: TutorRoles): TutorRoles {
    const tutor = (k: TutorKey) => k.tutorId;
    return {
      effectiveRoles: cached('roles', from.effectiveRoles, (k) => `${k.tutorId} ${k.site ?? ''}`),
      sites: cached('sites', from.sites, tutor),
      managementAccess: cached('management', from.managementAccess, tutor),
      managedSites: cached('managed', from.managedSites, tutor),
    };
  }

  function keepReach(from: Reach): Reach {
    const tutor = (k: SiteKey & { tutorId: string }) => `${k.site} ${k.tutorId}`;
    return {
      groupsOfTutor: cached('tutor', from.groupsOfTutor, tutor),
      groupsOfClient: from.groupsOfClient,
      groupsOfPerson: cached('person', from.groupsOfPerson, (k) => `${k.site} ${k.userId}`),
      groupsAtDevice: from.groupsAtDevice,
      roomsOfTutor: cached('tutor-rooms', from.roomsOfTutor, tutor),
      roomsOfClient: from.roomsOfClient,
    };
  }

  const permittedGroups = async (tutor: SiteTutor) =>
    tutor.roles.includes('groupMaintainer') ? 'all' : reach.groupsOfTutor(tutor);

  return {
    ...roles,
    permittedGroups,
    groupsOfClient: reach.groupsOfClient,
    roomsOfTutor: reach.roomsOfTutor,
    roomsOfClient: reach.roomsOfClient,
    rooms: async (tutor) => [...(await reach.roomsOfTutor(tutor))],

    async mayReachUser(tutor, userId) {
      const permitted = await permittedGroups(tutor);
      if (permitted === 'all') return true;
      const { tenant, site } = tutor;
      return meets(permitted, await reach.groupsOfPerson({ tenant, site, userId }));
    },

    async mayReachClient(tutor, clientId) {
      const permitted = await permittedGroups(tutor);
      if (permitted === 'all') return true;
      const { tenant, site } = tutor;
      return meets(permitted, await reach.groupsOfClient({ tenant, site, clientId }));
    },

    async mayReachDevice(tutor, deviceId) {
      const permitted = await permittedGroups(tutor);
      if (permitted === 'all') return true;
      const { tenant, site } = tutor;
      return meets(permitted, await reach.groupsAtDevice({ tenant, site, deviceId }));
    },

    async rolesOfTutor({ tenant, site, tutorId }) {
      const names = await roles.effectiveRoles({ tenant, tutorId, site });
      return names.includes('consoleUser') ? names : undefined;
    },
  };
}

function meets(permitted: ReadonlySet<string>, groups: Iterable<string>): boolean {
  for (const group of groups) if (permitted.has(group)) return true;
  return false;
}

/** A renamed site does not change reach, but the names of sites are among the answers. */
const mayChangeAnswers = ({ resource, reachUnchanged }: Change): boolean =>
  resource === 'sites' || (!reachUnchanged && !INDIFFERENT.has(resource));
