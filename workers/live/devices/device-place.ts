/** One watched place: the devices that are there or were, and what is heard of them. */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';
import type { ClientChange, DeviceAddress, LiveClient } from '#protocol/threads/live-worker.ts';
import type { FeedbackRecord } from '../broker/live-message.ts';
import { isClientPlace } from '../watches/place.ts';
import { pictureFields, reportedFields } from './client-fields.ts';
import type { ClientNotes } from './client-notes.ts';
import type { DebugLog } from './debug-log.ts';
import { createDeviceRecord, type DeviceRecord } from './device-record.ts';

/** The broker connection, as far as devices are concerned. Times are epoch ms. */
export type Hearing = {
  isConnected: boolean;
  hasBeenConnected: boolean;
  /** Not of the first connection. */
  reconnectedAt: number;
};

export type PlaceEvents = {
  onChange(place: string, change: ClientChange): void;
  onRemoved(place: string, clientId: string): void;
  /** A device speaks that has not said who it is: it joined after the demand, or was dropped and is back. */
  onStranger(place: string, device: DeviceAddress, isAskedAgain: boolean): void;
  /** Devices have just gone offline: they are dead, or are no longer asked (they lost our demands). */
  onSilent(place: string, devices: readonly DeviceAddress[]): void;
  /** A single client that is watched is not there, or not back: no `hello` reaches this worker when it comes. */
  onNobody(place: string): void;
  /** Nothing at all has come of a place for 15 s, though it is listened to. Once in each silence. */
  onQuiet(place: string): void;
};

export type DevicePlaceDeps = PlaceEvents & {
  clock: Clock;
  log: DebugLog;
  notes: ClientNotes;
  hearing: Hearing;
};

export type DevicePlace = {
  /** Whether the device has come, or come back: it was not heard since it, or the broker, was away. */
  merge(feedback: FeedbackRecord): boolean;
  /** The sender of a thumbnail is there, too, and may have come; quality below `expected` counts as low. */
  mergeThumbnail(
    from: DeviceAddress,
    thumbnail: { properties: ThumbnailProperties; expected: number | undefined },
  ): boolean;
  /** A last will; `since` is that of the lost connection's presence. */
  leave(address: DeviceAddress, since: number): void;
  remove(clientId: string): void;
  records(): Iterable<DeviceRecord>;
  record(clientId: string): DeviceRecord | undefined;
  /** Who the client is, or was when it had a card. */
  addressOf(clientId: string): DeviceAddress | undefined;
  /** Those that are there, and those that nobody could hear since they were. */
  present(): readonly LiveClient[];
  setListening(isListening: boolean): void;
  /** Silence until now does not count. */
  listenAnew(): void;
  /** `wasSuspended`: the machine or the worker was asleep since the last tick. */
  tick(wasSuspended: boolean): void;
  stop(): void;
};

/** More than any group. */
const MAX_GONE = 5_000;
/** What has waited at the broker for our connection to come back has come by then. */
const LATE_WILLS_MS = 5_000;

export function createDevicePlace(place: string, deps: DevicePlaceDeps): DevicePlace {
  const { clock, log, hearing } = deps;
  const devices = new Map<string, DeviceRecord>();
  /** Those without a card: asleep, most likely. */
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
    const isBack = device.client.isOffline || device.heardAt < hearing.reconnectedAt;
    device.hear(from, fields);
    return { device, isBack };
  }

  /** A device that was there before a break of the connection may come back later than our demands. */
  const isAnyoneThere = () =>
    [...devices.values()].some(
      ({ client, heardAt }) => !client.isOffline && heardAt >= hearing.reconnectedAt,
    );

  return {
    merge(feedback) {
      const { kind, record } = feedback;
      const { device, isBack } = hear(record, reportedFields(feedback));
      if (kind === 'hello') device.greets(record.since);
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
      if (!wasLostWithUs(device, hearing, clock.now())) remove(address.clientId);
      else if (device.heardAt < hearing.reconnectedAt) device.miss(true);
    },
    remove,
    records: () => devices.values(),
    record: (clientId) => devices.get(clientId),
    addressOf: (clientId) => devices.get(clientId)?.address ?? gone.get(clientId),
    present() {
      const mayBeMissed = !hearing.isConnected || clock.now() - heard.since <= TIMING.offlineAfterMs;
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
      const { isConnected } = hearing;
      const isHeard = isConnected && !wasSuspended;
      if (isConnected && isClientPlace(place) && !isAnyoneThere()) deps.onNobody(place);
      if (isHeard) noticeQuiet();
      const silent: DeviceAddress[] = [];
      for (const [clientId, device] of devices) {
        const silentMs = clock.now() - Math.max(device.heardAt, heard.since);
        // Without a connection, or asleep, cards are stale, not gone.
        if (isHeard && silentMs > TIMING.droppedAfterMs) remove(clientId);
        else if (silentMs > TIMING.offlineAfterMs && !device.client.isOffline) {
          device.miss(!isConnected);
          silent.push(device.address);
        } else device.askWhoItIs();
      }
      if (wasSuspended) heard.since = clock.now();
      if (isConnected && silent.length > 0) deps.onSilent(place, silent);
    },
    stop() {
      for (const device of devices.values()) device.stop();
    },
  };
}

/** After a takeover the will belongs to a connection, or to a person, that a newer one has replaced. */
const isWillOf = ({ since, client }: DeviceRecord, will: DeviceAddress, willSince: number): boolean =>
  (since === undefined || since === willSince) &&
  client.userId === will.userId &&
  client.authType === will.authType;

/**
 * What took our connection may have taken the device's own, and its last will has waited for us: the device is on its
 * way back, or even here, and its card stays.
 */
function wasLostWithUs({ heardAt }: DeviceRecord, { reconnectedAt }: Hearing, now: number): boolean {
  const forMs = now - reconnectedAt;
  return forMs <= LATE_WILLS_MS || (heardAt < reconnectedAt && forMs <= TIMING.offlineAfterMs);
}
