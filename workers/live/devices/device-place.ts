/** One watched place: the devices that are or were there, and their messages. */
import { TIMING } from '#domain/timing.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';
import type { ClientChange, DeviceAddress, LiveClient } from '#protocol/threads/live-worker.ts';
import type { FeedbackRecord } from '../broker/live-message.ts';
import { isClientPlace } from '../watches/place.ts';
import { pictureFields, reportedFields } from './client-fields.ts';
import type { ClientNotes } from './client-notes.ts';
import type { DebugLog } from './debug-log.ts';
import { createDeviceRecord, type DeviceRecord } from './device-record.ts';

/** The state of the broker connection that devices need. */
export type ConnectionInfo = {
  isConnected: boolean;
  hasBeenConnected: boolean;
  /** The first connection does not count. */
  reconnectedAt: EpochMs;
};

export type PlaceEvents = {
  onChange(place: string, change: ClientChange): void;
  onRemoved(place: string, clientId: string): void;
  /** A message came from a device without known `info`: it connected after the demand, or reconnected. */
  onUnidentifiedDevice(place: string, device: DeviceAddress, isRepeated: boolean): void;
  /** Devices have just gone offline: they ended, or they lost our demands and need them again. */
  onSilent(place: string, devices: readonly DeviceAddress[]): void;
  /** A single watched client is absent. Its `hello` goes to its groups only, so it must be polled. */
  onAbsent(place: string): void;
  /** No message of a subscribed place has arrived for 15 s. Called once per silence. */
  onQuiet(place: string): void;
};

export type DevicePlaceDeps = PlaceEvents & {
  clock: Clock;
  log: DebugLog;
  notes: ClientNotes;
  connection: ConnectionInfo;
};

export type DevicePlace = {
  /** Returns whether the device has arrived: it is new, was offline, or was last heard before a reconnect. */
  merge(feedback: FeedbackRecord): boolean;
  /** A thumbnail also shows presence; returns like `merge`. Quality below `expected` counts as low. */
  mergeThumbnail(
    from: DeviceAddress,
    thumbnail: { properties: ThumbnailProperties; expected: number | undefined },
  ): boolean;
  /** A last will; `since` is that of the lost connection's presence. */
  leave(address: DeviceAddress, since: number): void;
  remove(clientId: string): void;
  records(): Iterable<DeviceRecord>;
  record(clientId: string): DeviceRecord | undefined;
  /** The client's current address, or its last one if its card was removed. */
  addressOf(clientId: string): DeviceAddress | undefined;
  /** Present clients, including those that could not be heard since the connection was lost. */
  present(): readonly LiveClient[];
  setListening(isListening: boolean): void;
  /** Restarts the measurement of silence. */
  listenAnew(): void;
  /** `wasSuspended`: the machine or the worker was asleep since the last tick. */
  tick(wasSuspended: boolean): void;
  stop(): void;
};

/** Larger than any group. */
const MAX_GONE = 5_000;
/** Last wills that waited at the broker for our reconnect have arrived by then. */
const GRACE_MS = 5_000;

export function createDevicePlace(place: string, deps: DevicePlaceDeps): DevicePlace {
  const { clock, log, connection } = deps;
  const devices = new Map<string, DeviceRecord>();
  /** Clients without a card, most likely asleep. */
  const gone = new Map<string, DeviceAddress>();
  const began = clock.now();
  const heard = { isListening: true, since: began, at: began, isQuiet: false };

  function noticeQuiet() {
    const wasQuiet = heard.isQuiet;
    heard.isQuiet = clock.now() - Math.max(heard.at, heard.since) > TIMING.offlineAfterMs;
    if (heard.isQuiet && !wasQuiet) deps.onQuiet(place);
  }

  function remove(clientId: string) {
    const device = devices.get(clientId);
    if (!device) return;
    device.stop();
    log.status(device.trace, 'gone');
    devices.delete(clientId);
    gone.set(clientId, device.address);
    const [oldest] = gone.keys();
    if (gone.size > MAX_GONE && oldest !== undefined) gone.delete(oldest);
    deps.onRemoved(place, clientId);
  }

  function add(from: DeviceAddress, fields: Partial<LiveClient>): DeviceRecord {
    const device = createDeviceRecord({ ...deps, place }, from, fields);
    devices.set(from.clientId, device);
    gone.delete(from.clientId);
    deps.onChange(place, { ...device.client });
    return device;
  }

  function hear(from: DeviceAddress, fields: Partial<LiveClient>) {
    heard.at = clock.now();
    const device = devices.get(from.clientId);
    if (!device) return { device: add(from, fields), isBack: true };
    const isBack = device.client.isOffline || device.heardAt < connection.reconnectedAt;
    device.hear(from, fields);
    return { device, isBack };
  }

  /** A device that was present before a reconnect may return later than our demands were sent. */
  const isAnyoneThere = () =>
    [...devices.values()].some(
      ({ client, heardAt }) => !client.isOffline && heardAt >= connection.reconnectedAt,
    );

  return {
    merge(feedback) {
      const { kind, record } = feedback;
      const { device, isBack } = hear(record, reportedFields(feedback));
      if (kind === 'hello') device.helloReceived(record.since);
      log.heard(device.trace, kind, record.lastUpdated);
      return isBack;
    },
    mergeThumbnail(from, { properties, expected }) {
      const { device, isBack } = hear(from, pictureFields(properties));
      log.heard(device.trace, 'thumbnail');
      device.countQuality(properties.quality, expected);
      return isBack;
    },
    leave(address, since) {
      const device = devices.get(address.clientId);
      if (!device) return;
      const isCurrent = isWillOf(device, address, since);
      log.lastWill(device.trace, isCurrent);
      if (!isCurrent) return;
      if (!wasLostWithUs(device, connection, clock.now())) remove(address.clientId);
      else if (device.heardAt < connection.reconnectedAt) device.markOffline(true);
    },
    remove,
    records: () => devices.values(),
    record: (clientId) => devices.get(clientId),
    addressOf: (clientId) => devices.get(clientId)?.address ?? gone.get(clientId),
    present() {
      const mayBeMissed = !connection.isConnected || clock.now() - heard.since <= TIMING.offlineAfterMs;
      const isPresent = ({ client, isMissed }: DeviceRecord) =>
        !client.isOffline || (isMissed && mayBeMissed);
      return [...devices.values()].filter(isPresent).map(({ client }) => client);
    },
    setListening(isListening) {
      if (heard.isListening === isListening) return;
      heard.isListening = isListening;
      heard.since = clock.now();
    },
    listenAnew() {
      heard.since = clock.now();
    },
    tick(wasSuspended) {
      if (!heard.isListening) return;
      const { isConnected } = connection;
      const isHeard = isConnected && !wasSuspended;
      if (isConnected && isClientPlace(place) && !isAnyoneThere()) deps.onAbsent(place);
      if (isHeard) noticeQuiet();
      const silent: DeviceAddress[] = [];
      for (const [clientId, device] of devices) {
        const silentMs = clock.now() - Math.max(device.heardAt, heard.since);
        // Without a connection, or after a sleep, cards are stale but not gone.
        if (isHeard && silentMs > TIMING.droppedAfterMs) remove(clientId);
        else if (silentMs > TIMING.offlineAfterMs && !device.client.isOffline) {
          device.markOffline(!isConnected);
          silent.push(device.address);
        } else device.requestInfo();
      }
      if (wasSuspended) heard.since = clock.now();
      if (isConnected && silent.length > 0) deps.onSilent(place, silent);
    },
    stop() {
      for (const device of devices.values()) device.stop();
    },
  };
}

/** After a takeover, the will belongs to a connection or user that a newer one has replaced. */
const isWillOf = ({ since, client }: DeviceRecord, will: DeviceAddress, willSince: number): boolean =>
  (since === undefined || since === willSince) &&
  client.userId === will.userId &&
  client.authType === will.authType;

/**
 * The outage that ended our connection may have ended the device's too, and its last will waited at the
 * broker. The device is returning or already back, so its card stays.
 */
function wasLostWithUs({ heardAt }: DeviceRecord, { reconnectedAt }: ConnectionInfo, now: number): boolean {
  const forMs = now - reconnectedAt;
  return forMs <= GRACE_MS || (heardAt < reconnectedAt && forMs <= TIMING.offlineAfterMs);
}
