/** A real broker on a free port of 127.0.0.1, with a directory that tests write by hand. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { type AccessTokenClaims, mqttClientId } from '#protocol/auth/access-token.ts';
import { type Broker, type BrokerDeps, createBroker } from '../../../server/broker/broker.ts';
import type { BrokerChange } from '../../../server/broker/broker-permissions.ts';
import type { SentEvent } from '../../../server/broker/inbox/device-events.ts';
import type { BrokerLimits } from '../../../server/broker/limits/broker-limits.ts';
import type { TutorAction } from '../../../server/broker/tutor-actions.ts';
import { createClientAddress } from '../../../server/http/client-address.ts';
import { silentLog } from '../../../server/http/log.ts';
import { createSecurityLog } from '../../../server/security-log.ts';
import { createInbox } from './broker-client.ts';
import { createRoomBook } from './broker-room-book.ts';

export type Directory = {
  /** Per tutor. */
  groups: Map<string, 'all' | Set<string>>;
  users: Map<string, Set<string>>;
  clients: Map<string, Set<string>>;
  rooms: Map<string, Set<string>>;
  roles: Map<string, readonly string[] | undefined>;
  /** Per device client. */
  clientGroups: Map<string, string[]>;
  clientRooms: Map<string, Set<string>>;
  sites: Map<string, string[]>;
  /** While set, every question waits for it. */
  slow: Promise<void> | undefined;
  /** While set, tutors' actions cannot be stored. */
  storeFails: boolean;
  /** Questions so far. */
  asked: number;
};

const emptyDirectory = (): Directory => ({
  groups: new Map(),
  users: new Map(),
  clients: new Map(),
  rooms: new Map(),
  roles: new Map(),
  clientGroups: new Map(),
  clientRooms: new Map(),
  sites: new Map(),
  slow: undefined,
  storeFails: false,
  asked: 0,
});

/** Answers as a directory of the platform does, and counts the questions. */
function permissionsOf(directory: Directory): BrokerDeps['permissions'] {
  const answer = async <T>(value: () => T): Promise<T> => {
    directory.asked += 1;
    await directory.slow;
    return value();
  };
  return {
    permittedGroups: (t) => answer(() => directory.groups.get(t.tutorId) ?? new Set()),
    groupsOfClient: (c) => answer(() => directory.clientGroups.get(c.clientId) ?? []),
    mayReachUser: (t, id) => answer(() => directory.users.get(t.tutorId)?.has(id) ?? false),
    mayReachClient: (t, id) => answer(() => directory.clients.get(t.tutorId)?.has(id) ?? false),
    roomsOfTutor: (t) => answer(() => directory.rooms.get(t.tutorId) ?? new Set()),
    roomsOfClient: (c) => answer(() => directory.clientRooms.get(c.clientId) ?? new Set()),
    rolesOfTutor: (t) =>
      answer(() => (directory.roles.has(t.tutorId) ? directory.roles.get(t.tutorId) : t.roles)),
  };
}

function holdAnswers(directory: Directory): () => void {
  let letGo = () => {};
  directory.slow = new Promise((resolve) => {
    letGo = () => {
      directory.slow = undefined;
      resolve();
    };
  });
  return letGo;
}

const CONNECTION = { protocolVersion: 5, reconnectPeriod: 0, keepalive: 10, clean: true } as const;

/** Whether the broker knew the session when it accepted the client. Rejects with the reason code where it refuses. */
async function sessionPresent(client: MqttClient): Promise<boolean> {
  client.on('error', () => {});
  const connack = await new Promise<{ sessionPresent: boolean }>((resolve, reject) => {
    client.once('connect', (packet) => resolve(packet));
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed before CONNACK')));
  });
  return connack.sessionPresent;
}

export async function startBroker(
  limits: Partial<BrokerLimits> = {},
  more: Pick<BrokerDeps, 'policiesOf' | 'orders' | 'clock' | 'recheckEveryMs'> = {},
) {
  const tokens = new Map<string, AccessTokenClaims>();
  const directory = emptyDirectory();
  const listeners = new Set<(change: BrokerChange) => void>();
  const events: SentEvent[] = [];
  const actions: TutorAction[] = [];
  const rooms = createRoomBook();
  const logged: string[] = [];
  const log = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);

  const security = createSecurityLog({
    log: silentLog,
    clock: Date.now,
    keep: (line) => void logged.push(line),
  });
  const broker: Broker = await createBroker({
    isAllowedOrigin: (origin) => origin === undefined || origin === 'http://acme.localhost',
    verify: async (token) => tokens.get(token),
    permissions: permissionsOf(directory),
    sessions: { isLive: async () => true, isOver: () => false },
    changes: {
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    sitesOf: async (tenant) => directory.sites.get(tenant) ?? [],
    async storeTutorActions(some) {
      if (directory.storeFails) throw new Error('database away');
      actions.push(...some);
    },
    async storeDeviceEvent(event) {
      events.push(event);
      return true;
    },
    rooms,
    log: { info: log, warn: log, error: log },
    clientAddress: createClientAddress({ trustedProxies: [] }),
    security,
    limits,
    ...more,
  });
  const server = createServer();
  server.on('upgrade', broker.handleUpgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`;
  const opened: MqttClient[] = [];

  const changed = (change: Partial<BrokerChange> = {}) => {
    for (const listener of listeners)
      listener({
        tenant: 'acme',
        site: 'one',
        resource: 'groups',
        change: 'updated',
        at: Date.now(),
        ...change,
      });
  };

  return {
    url,
    broker,
    directory,
    /** Holds the directory's answers back; returns what lets them go. */
    holdAnswers: () => holdAnswers(directory),
    events,
    /** What was kept of tutors' actions. */
    actions,
    /** What was kept of chat rooms. */
    rooms,
    logged,
    changed,
    listeners,
    /** Makes a token that the broker takes. */
    token(claims: AccessTokenClaims): string {
      const token = `token-${tokens.size}-${claims.sub}`;
      tokens.set(token, claims);
      return token;
    },
    /** Connects; rejects with the reason code where the broker refuses. */
    async connect(claims: AccessTokenClaims, options: IClientOptions & { instance?: string } = {}) {
      const { instance = 'tab', ...rest } = options;
      const token = this.token(claims);
      const clientId = mqttClientId(claims, instance);
      const client = mqtt.connect(url, {
        ...CONNECTION,
        clientId,
        username: token,
        password: token,
        ...rest,
      });
      opened.push(client);
      const inbox = createInbox(client);
      return { client, inbox, sessionPresent: await sessionPresent(client) };
    },
    /** The next message of a client that the broker let through. */
    nextPublish(topic: string): Promise<{ topic: string; payload: Buffer; retain: boolean }> {
      return new Promise((resolve) => {
        const stop = broker.onPublish((message) => {
          if (message.topic !== topic) return;
          stop();
          resolve(message);
        });
      });
    },
    async stop() {
      for (const client of opened) client.end(true);
      await broker.close();
      security.stop();
      server.close();
      await once(server, 'close');
    },
  };
}
export type TestBroker = Awaited<ReturnType<typeof startBroker>>;
