/** Drives an external broker in place of the embedded one: writes its rights and is one of its clients. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { countReason } from '#base/count-reason.ts';
import { refuseUpgrade } from '#http/web-sockets.ts';
import { createListeners } from '#protocol/observable.ts';
import type { Broker, BrokerDeps, PublishListener } from '../broker.ts';
import { type BrokerCounters, createBrokerCounters } from '../broker-counters.ts';
import type { BrokerSessions } from '../broker-sessions.ts';
import { createConnectionFacade } from '../connection-facade.ts';
import type { Connection } from '../door/connection.ts';
import { type ConnectionEnds, createConnectionEnds } from '../door/connection-ends.ts';
import { createOpenConnections } from '../door/open-connections.ts';
import { BROKER_LIMITS } from '../limits/broker-limits.ts';
import { type PlatformSide, startPlatformSide } from '../platform-side.ts';
import { type DialledDoor, dialBroker } from './dialled-door.ts';
import { createExpectedClients, type ExpectedClients } from './expected-clients.ts';
import { createExternalInbox, READ_FILTERS } from './external-inbox.ts';
import { createLastWills } from './last-wills.ts';
import { createMosquittoFiles } from './mosquitto-files.ts';
import { createRightsInForce, type RightsInForce } from './rights-in-force.ts';

export type ExternalBrokerDeps = Omit<
  BrokerDeps,
  'isAllowedOrigin' | 'clientAddress' | 'storeConnectionNotes'
> & {
  /** The URL of the broker. */
  url: string;
  /** The folder in which Mosquitto reads its files and writes its process id. */
  folder: string;
};

export type ExternalBroker = Broker & {
  /**
   * Announces the holder of a new access token to the broker. Resolves when the broker knows it, or after two
   * seconds, so that sign-ins do not wait for an unreachable broker.
   */
  expect(token: string): Promise<void>;
};

const PLATFORM = 'lectern-platform';
const MAX_WAIT_MS = 2_000;
const RETRY_DELAY_MS = 2_000;

export async function createExternalBroker(deps: ExternalBrokerDeps): Promise<ExternalBroker> {
  const { log, clock: now = Date.now } = deps;
  const limits = { ...BROKER_LIMITS, ...deps.limits };
  const counters = createBrokerCounters();
  const listeners = createListeners<Parameters<PublishListener>>();
  const platformUser = { name: PLATFORM, password: randomBytes(32).toString('base64url') };
  let isOpen = true;
  const failed = (error: unknown) => {
    if (isOpen) log.error('external broker', { error });
  };

  // The ends, the platform side and the door reference each other. All are created before any is called.
  const ends = createConnectionEnds({
    disconnect: (connection) => leave(connection),
    ending: () => undefined,
    log,
    security: deps.security,
  });
  const open = createOpenConnections({ expired: ends.tokenExpired, now });
  const clients = createExpectedClients({
    verify: deps.verify,
    isLive: deps.sessions.isLive,
    permissions: deps.permissions,
    open,
    directoryVersion: () => platform.directoryVersion(),
    now,
    failed,
    incomplete: () => void setTimeout(() => void rights.changed(), RETRY_DELAY_MS).unref(),
  });
  const lastWills = createLastWills({ publish: (message) => door.publish(message), failed });
  const files = createMosquittoFiles(deps.folder);
  const handedOut = await files.names();
  const received = createExternalInbox({
    clients,
    counters,
    read(message, from) {
      lastWills.read(message);
      platform.read(message, from);
      listeners.tell(message, from.claims);
    },
    clear(topic) {
      door.publish({ topic, payload: Buffer.alloc(0), qos: 1, retain: true }).catch(failed);
    },
  });
  const door: DialledDoor = dialBroker({
    url: deps.url,
    username: platformUser.name,
    password: platformUser.password,
    filters: READ_FILTERS,
    received,
    connected: () => log.info('connected to the external broker'),
    lost: (error) => isOpen && log.warn('the external broker cannot be reached', { error }),
    failed,
    dropped: () => countReason(counters.dropped, 'no-broker'),
  });
  const rights: RightsInForce = createRightsInForce({
    files,
    door,
    platform: platformUser,
    users: clients.users,
    failed,
    notReloaded: () => log.warn('no Mosquitto runs that mosquitto.pid names', { folder: deps.folder }),
  });
  const platform = startPlatformSide({
    sources: deps,
    door: { publish: door.publish, dropSubscriptions: () => undefined },
    open,
    ends,
    counters,
    limits,
    now,
    failed,
    log,
    // Rights must be current first, because a device announces itself as soon as it is told of a group.
    refreshed(connection) {
      clients.changed(connection);
      return rights.changed();
    },
  });

  function leave(connection: Connection): void {
    // The session's end and the token's expiry may both end it.
    if (!clients.remove(connection)) return;
    platform.closed(connection);
    if (!clients.hasAnother(connection)) lastWills.publishFor(connection.claims);
    void rights.changed();
  }

  const parts = { clients, counters, platform, ends, rights, failed };
  await platform.begin();
  await takeBack(handedOut, parts);
  // The broker refuses the platform until it has read these files.
  await rights.changed();
  door.dial();

  return {
    async expect(token) {
      const known = takeIn(token, { ...parts, sessions: deps.sessions }).catch(failed);
      await Promise.race([known, wait(MAX_WAIT_MS, undefined, { ref: false })]);
    },
    handleUpgrade: (_request, socket) => refuseUpgrade(socket, '404 Not Found'),
    accept: (stream) => void stream.destroy(),
    isOpen: () => isOpen && door.isListening(),
    ...createConnectionFacade({ open, ends, counters }),
    onPublish: listeners.subscribe,
    publish: (message) => door.publish({ retain: false, ...message }),
    async close() {
      isOpen = false;
      platform.stop();
      rights.stop();
      open.stop();
      await platform.close();
      await door.close();
    },
  };
}

type Parts = {
  clients: Pick<ExpectedClients, 'add'>;
  counters: Pick<BrokerCounters, 'connected'>;
  platform: Pick<PlatformSide, 'opened' | 'deliver'>;
  ends: Pick<ConnectionEnds, 'sessionEnded'>;
  rights: Pick<RightsInForce, 'changed'>;
  sessions: Pick<BrokerSessions, 'isOver'>;
  failed(error: unknown): void;
};

/** Adds the holders of tokens that were handed out before the last stop of the platform. */
async function takeBack(
  tokens: readonly string[],
  { clients, platform, failed }: Pick<Parts, 'clients' | 'platform' | 'failed'>,
): Promise<void> {
  const connections: Connection[] = [];
  for (const token of tokens) {
    // The platform's own name is among them and is no token.
    const connection = await clients.add(token);
    if (!connection) continue;
    connections.push(connection);
    // Marked as open now, because its access may change while the others are read.
    platform.opened(connection);
  }
  for (const connection of connections) platform.deliver(connection).catch(failed);
}

/** Resolves when the broker knows the holder of a token. */
async function takeIn(token: string, parts: Parts): Promise<void> {
  const connection = await parts.clients.add(token);
  if (!connection) return;
  parts.counters.connected += 1;
  parts.platform.opened(connection);
  // The session may have ended while its access was being read.
  if (parts.sessions.isOver(connection.claims.tenant, connection.claims.jti)) {
    parts.ends.sessionEnded(connection);
    return;
  }
  parts.platform.deliver(connection).catch(parts.failed);
  await parts.rights.changed();
}
