/**
 * Which users are signed in at which devices: from the retained presences, if the broker allows this tutor to
 * read them, and from the devices of watched groups. Active only while a tab subscribes.
 */
import type { DeviceType } from '#domain/devices/device-type.ts';
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Presence } from '#protocol/feedback.ts';
import type {
  ActiveClient,
  ActiveUserChange,
  DeviceAddress,
  LiveClient,
  LiveSession,
} from '#protocol/threads/live-worker.ts';
import { presenceFilter } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import { createInterest } from '../interest.ts';
import { isSame } from '../same-value.ts';

export type WorkerActiveUsersDeps = {
  clock: Clock;
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe'>;
  session(): LiveSession | undefined;
  /** The clients of all watched places. */
  everyone(): Iterable<LiveClient>;
  send(tabId: string, changes: readonly ActiveUserChange[]): void;
};

export type WorkerActiveUsers = ReturnType<typeof createWorkerActiveUsers>;

type Present = DeviceAddress & { deviceId: string | undefined; type: DeviceType; since: number };

/** A class signs in at once, so its changes are sent together. */
const FLUSH_DELAY_MS = 250;
/** Retained messages arrive right after the subscription. */
const TIMEOUT_MS = 5_000;

const keyOf = ({ authType, userId, clientId }: DeviceAddress) => `${authType}/${userId}/${clientId}`;

export function createWorkerActiveUsers(deps: WorkerActiveUsersDeps) {
  const { clock } = deps;
  const presences = new Map<string, Present>();
  /** Presences from a lost broker session that have not been received again. */
  let unconfirmed = new Set<string>();
  /** The last sent state; clients are sorted by clientId. */
  let sent = new Map<string, ActiveUserChange['clients']>();
  const releases = new Map<string, () => void>();
  let isSubscribed = false;
  let stopCollecting: (() => void) | undefined;
  let stopConfirming: (() => void) | undefined;

  const interest = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin() {
      isSubscribed = true;
      const at = deps.session();
      if (at) deps.link.subscribe(presenceFilter(at), 1);
    },
    end() {
      isSubscribed = false;
      forget();
      const at = deps.session();
      if (at) deps.link.unsubscribe(presenceFilter(at));
    },
  });

  function forget() {
    stopCollecting?.();
    stopConfirming?.();
    stopCollecting = undefined;
    stopConfirming = undefined;
    presences.clear();
    unconfirmed.clear();
    sent.clear();
  }

  /** Sends every subscribed tab the changes since the last sent state. */
  function sendChanges() {
    stopCollecting?.();
    stopCollecting = undefined;
    const now = clientsByUser(presences.values(), deps.everyone());
    const changes: ActiveUserChange[] = [];
    for (const [userId, clients] of now) {
      if (!isSame(sent.get(userId), clients)) changes.push({ userId, clients });
    }
    for (const userId of sent.keys()) if (!now.has(userId)) changes.push({ userId, clients: [] });
    sent = now;
    if (changes.length > 0) for (const tabId of releases.keys()) deps.send(tabId, changes);
  }

  function touch() {
    if (releases.size > 0) stopCollecting ??= clock.after(FLUSH_DELAY_MS, sendChanges);
  }

  function unwatch(tabId: string) {
    releases.get(tabId)?.();
    releases.delete(tabId);
  }

  return {
    watch(tabId: string) {
      sendChanges();
      if (!releases.has(tabId)) releases.set(tabId, interest.hold('presence'));
      // Earlier tabs have received this state, but this one has not.
      if (sent.size > 0) {
        deps.send(
          tabId,
          [...sent].map(([userId, clients]) => ({ userId, clients })),
        );
      }
    },
    unwatch,
    /** An undefined presence was cleared. */
    presence(device: DeviceAddress, presence: Presence | undefined) {
      // The message was in transit when the subscription ended.
      if (!isSubscribed) return;
      const key = keyOf(device);
      unconfirmed.delete(key);
      if (presence) {
        const { deviceId, type, since } = presence;
        presences.set(key, { ...device, deviceId, type, since });
      } else presences.delete(key);
      touch();
    },
    /** A last will; `since` is that of the lost connection's presence. */
    left(device: DeviceAddress, since: number) {
      const key = keyOf(device);
      if (presences.get(key)?.since !== since) return;
      presences.delete(key);
      touch();
    },
    /** The devices of watched groups have changed. */
    touch,
    reconnected(resumed: boolean) {
      if (resumed || presences.size === 0) return;
      unconfirmed = new Set(presences.keys());
      stopConfirming?.();
      stopConfirming = clock.after(TIMEOUT_MS, () => {
        stopConfirming = undefined;
        for (const key of unconfirmed) presences.delete(key);
        unconfirmed.clear();
        touch();
      });
    },
    clear() {
      for (const tabId of [...releases.keys()]) unwatch(tabId);
      interest.clear();
      forget();
    },
  };
}

type KnownClient = Omit<ActiveClient, 'deviceId'> & { deviceId: string | undefined };

/** userId → the user's clients, sorted by clientId. */
function clientsByUser(
  presences: Iterable<Present>,
  devices: Iterable<LiveClient>,
): Map<string, ActiveUserChange['clients']> {
  const users = new Map<string, Map<string, ActiveClient>>();
  const add = (userId: string, { deviceId, ...client }: KnownClient) => {
    const clients = users.get(userId) ?? new Map<string, ActiveClient>();
    const device = deviceId ?? clients.get(client.clientId)?.deviceId;
    users.set(
      userId,
      clients.set(client.clientId, { ...client, ...(device !== undefined && { deviceId: device }) }),
    );
  };
  for (const { userId, clientId, authType, type, deviceId } of presences)
    add(userId, { clientId, authType, type, deviceId });
  for (const { userId, clientId, authType, isOffline, info } of devices) {
    if (isOffline) continue;
    const known = users.get(userId)?.get(clientId);
    const type = info?.type ?? known?.type ?? 'unknown';
    add(userId, { clientId, authType, type, deviceId: info?.deviceId ?? info?.device.id });
  }
  const sorted = new Map<string, ActiveUserChange['clients']>();
  for (const [userId, clients] of users) {
    sorted.set(
      userId,
      [...clients.values()].sort((a, b) => (a.clientId < b.clientId ? -1 : 1)),
    );
  }
  return sorted;
}
