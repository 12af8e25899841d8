/** What a broker in tests asks and writes: a directory that tests write by hand, and tokens that they make. */
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import { silentLog } from '../../../server/base/log.ts';
import { createSecurityLog } from '../../../server/base/security-log.ts';
import type { BrokerDeps } from '../../../server/broker/broker.ts';
import type { BrokerChange } from '../../../server/broker/broker-permissions.ts';
import type { SentEvent } from '../../../server/broker/inbox/device-events.ts';
import type { TutorAction } from '../../../server/store/logs/tutor-action.ts';
import { createRoomBook } from './broker-room-book.ts';

type Directory = {
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

export function createBrokerWorld() {
  const tokens = new Map<string, AccessTokenClaims>();
  const directory = emptyDirectory();
  const listeners = new Set<(change: BrokerChange) => void>();
  const events: SentEvent[] = [];
  const actions: TutorAction[] = [];
  const rooms = createRoomBook();
  const logged: string[] = [];
  const over = new Set<string>();
  const log = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);

  const security = createSecurityLog({
    log: silentLog,
    clock: Date.now,
    keep: (line) => void logged.push(line),
  });
  const deps = {
    verify: async (token) => tokens.get(token),
    permissions: permissionsOf(directory),
    sessions: { isLive: async (_tenant, jti) => !over.has(jti ?? ''), isOver: () => false },
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
    security,
  } satisfies Partial<BrokerDeps>;

  return {
    deps,
    tokens,
    stop: () => security.stop(),
    /** What tests see and change. */
    seen: {
      directory,
      /** Holds the directory's answers back; returns what lets them go. */
      holdAnswers: () => holdAnswers(directory),
      events,
      /** What was kept of tutors' actions. */
      actions,
      /** What was kept of chat rooms. */
      rooms,
      /** The `jti` of tokens whose session is over. */
      over,
      logged,
      listeners,
      changed(change: Partial<BrokerChange> = {}) {
        for (const listener of listeners)
          listener({
            tenant: 'acme',
            site: 'one',
            resource: 'groups',
            change: 'updated',
            at: Date.now(),
            ...change,
          });
      },
    },
  };
}
