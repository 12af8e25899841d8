/**
 * The clients that may connect to an external broker: the holder of each issued access token, as a connection
 * that is open while the token is valid. Only presences and last wills show the real state.
 */

import { type AccessTokenClaims, mqttClientId, selfOf } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { BrokerPermissions } from '../broker-permissions.ts';
import type { BrokerSessions } from '../broker-sessions.ts';
import type { Connection } from '../door/connection.ts';
import type { OpenConnections } from '../door/open-connections.ts';
import { noTraffic } from '../door/traffic.ts';
import { createAccess } from '../gate/access.ts';
import { identify } from '../gate/identify.ts';
import { type ListedTopics, listTopics, type SiteDevice } from './acl-topics.ts';
import type { MosquittoUser } from './mosquitto-files.ts';
import type { Sender } from './sender-of.ts';

export type ExpectedClientsDeps = {
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  isLive: BrokerSessions['isLive'];
  permissions: BrokerPermissions;
  open: Pick<OpenConnections, 'add' | 'remove' | 'all'>;
  directoryVersion(): number;
  now(): EpochMs;
  failed(error: unknown): void;
  /** The access of a client could not be read, so it has no rights now and must be checked later. */
  incomplete(): void;
};

export type ExpectedClients = {
  /** The new connection; undefined: the token is invalid or known. Rejects if access cannot be read. */
  add(token: string): Promise<Connection | undefined>;
  /** Called when a client's access has changed. A change of a device also affects the tutors of its site. */
  changed(connection: Connection): void;
  /** False: it was removed before. */
  remove(connection: Connection): boolean;
  /** The newest connection of a message's sender. */
  of(sender: Sender): Connection | undefined;
  /** Whether the client of a removed connection has another valid token. */
  hasAnother(connection: Connection): boolean;
  /** All clients with their rights, in the form that the broker reads. */
  users(): Promise<readonly MosquittoUser[]>;
};

/** `topics`: undefined: must be listed again. `changes`: how often `topics` was invalidated. */
type Expected = { connection: Connection; topics: ListedTopics | undefined; changes: number };
const NOTHING: ListedTopics = { publish: [], subscribe: [] };

export function createExpectedClients(deps: ExpectedClientsDeps): ExpectedClients {
  const { open, now } = deps;
  /** Keyed by token. */
  const expected = new Map<string, Expected>();

  let added = 0;

  async function connectionOf(token: string): Promise<Connection | undefined> {
    const tokenClaims = await deps.verify(token);
    if (!tokenClaims) return undefined;
    // The last part of the client id is chosen by the client, so a placeholder stands for it.
    added += 1;
    const clientId = mqttClientId(tokenClaims, `${added}`);
    const identified = await identify({ clientId, username: token, password: token }, deps.verify, now);
    if (!identified.ok) return undefined;
    const { claims } = identified;
    if (!(await deps.isLive(claims.tenant, claims.jti))) return undefined;
    const directoryVersion = deps.directoryVersion();
    const access = await createAccess(claims, deps.permissions, now);
    return (
      access && {
        clientId,
        claims,
        access,
        traffic: noTraffic(),
        address: '',
        since: now(),
        filters: new Set(),
        directoryVersion,
        backlogBytes: () => 0,
      }
    );
  }

  function changed(connection: Connection): void {
    const { kind, tenant, site } = connection.claims;
    for (const entry of expected.values()) {
      const { claims } = entry.connection;
      const isTutorThere = claims.kind === 'tutor' && claims.tenant === tenant && claims.site === site;
      if (entry.connection !== connection && !(kind === 'device' && isTutorThere)) continue;
      entry.topics = undefined;
      entry.changes += 1;
    }
  }

  function devicesOf({ tenant, site }: Connection['claims']): SiteDevice[] {
    const devices: SiteDevice[] = [];
    for (const { claims } of open.all())
      if (claims.kind === 'device' && claims.tenant === tenant && claims.site === site)
        devices.push({
          people: claims.authType === 'user' ? 'users' : 'sessions',
          userId: claims.userId ?? '',
          clientId: selfOf(claims),
        });
    return devices;
  }

  /** Undefined: access cannot be read, so the client has no rights. */
  async function topicsOf({ connection }: Expected): Promise<ListedTopics | undefined> {
    const devices = connection.claims.kind === 'tutor' ? devicesOf(connection.claims) : [];
    return listTopics(connection, devices).catch((error: unknown) => {
      deps.failed(error);
      deps.incomplete();
      return undefined;
    });
  }

  async function userOf(token: string, entry: Expected): Promise<MosquittoUser> {
    const { changes } = entry;
    const topics = entry.topics ?? (await topicsOf(entry));
    // If access changed meanwhile, a later call lists the topics again.
    if (entry.changes === changes) entry.topics = topics;
    return { name: token, password: token, topics: topics ?? NOTHING };
  }

  const of = ({ tenant, site, kind, self }: Sender) =>
    [...open.all()].findLast(
      ({ claims }) =>
        claims.kind === kind && claims.tenant === tenant && claims.site === site && selfOf(claims) === self,
    );

  return {
    async add(token) {
      if (expected.has(token)) return undefined;
      const connection = await connectionOf(token);
      if (!connection || expected.has(token)) return undefined;
      expected.set(token, { connection, topics: undefined, changes: 0 });
      open.add(connection);
      changed(connection);
      return connection;
    },
    changed,
    remove(connection) {
      const here = [...expected].find(([, entry]) => entry.connection === connection);
      if (here === undefined) return false;
      expected.delete(here[0]);
      open.remove(connection);
      changed(connection);
      return true;
    },
    of,
    hasAnother: ({ claims }) => of({ ...claims, self: selfOf(claims) }) !== undefined,
    users() {
      return Promise.all([...expected].map(([token, entry]) => userOf(token, entry)));
    },
  };
}
