/** What the devices of each watched place have reported, merged to one record a client (part 3 §4, STORE-12). */
import { TIMING } from '#domain/timing.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';
import type { ClientChange, ClientPoll, DeviceAddress, LiveClient } from '#protocol/threads/live-worker.ts';
import type { FeedbackRecord } from '../broker/live-message.ts';
import type { Clock } from '../clock.ts';
import { isClientPlace } from '../watches/place.ts';
import { pictureFields, reportedFields } from './client-fields.ts';
import { createClientNotes } from './client-notes.ts';
import type { DebugLog } from './debug-log.ts';
import { createDeviceRecord, type DeviceRecord } from './device-record.ts';

export type DevicesDeps = {
  clock: Clock;
  log: DebugLog;
  onChange(place: string, change: ClientChange): void;
  onRemoved(place: string, clientId: string): void;
  /** It speaks, but who it is did not come with it: it joined after the demand, or was dropped and is back. */
  onStranger(place: string, device: DeviceAddress, isAskedAgain: boolean): void;
  /** They have just gone offline: dead, or no longer asked (it lost our demands). */
  onSilent(place: string, devices: readonly DeviceAddress[]): void;
  /** A single client that is watched is not there, or not back: no `hello` reaches this worker when it comes. */
  onNobody(place: string): void;
  /** Nothing at all has come of a place for 15 s, though it is listened to. Once in each silence (part 2 §8, RT-70). */
  onQuiet(place: string): void;
};

export type Devices = {
  open(place: string): void;
  close(place: string): void;
  /** Whether it has come, or come back: nobody was heard there before, or not since it or the broker was away. */
  merge(place: string, feedback: FeedbackRecord): boolean;
  /** A thumbnail's sender is there, too, and may have come; quality below `expected` counts (part 1 §4). */
  mergeThumbnail(
    place: string,
    device: DeviceAddress,
    thumbnail: { properties: ThumbnailProperties; expected: number | undefined },
  ): boolean;
  /** A last will; `since` is that of the lost connection's presence. */
  leave(device: DeviceAddress, since: number): void;
  /** The platform says that this group has it no more. A hello within a moment means that it is back. */
  leaveGroup(groupId: string, clientId: string): void;
  /** What this tutor asked a client and what it answered, in every place; undefined when it is over. */
  setPoll(clientId: string, poll: ClientPoll | undefined): void;
  /** A wake was sent to these devices (ids of the directory). `at`: epoch ms. */
  setWolStatus(deviceIds: readonly string[], at: number): void;
  /** Nobody can be heard (`false`), or again (`true`): silence in between is nobody's fault. */
  setListening(place: string, listening: boolean): void;
  setConnected(connected: boolean): void;
  list(place: string): readonly LiveClient[];
  get(place: string, clientId: string): LiveClient | undefined;
  /** The places where a client has a card, or had one since they are watched; who it is, or was. */
  whereabouts(clientId: string): readonly { place: string; device: DeviceAddress }[];
  /**
   * Those that are there, and those that nobody could hear since they were: after an outage devices come back one
   * by one, and until then none of them is taken for gone.
   */
  present(place: string): readonly LiveClient[];
  /** The same of all places; a client that is in two of them comes twice. */
  presentAnywhere(): readonly LiveClient[];
  /** The records of all places; a client that is in two of them comes twice. */
  everyone(): Iterable<LiveClient>;
  /** Forgets everything, with what this tutor did with clients. */
  stop(): void;
};

type Place = {
  devices: Map<string, DeviceRecord>;
  /** Those without a card: asleep, most likely. */
  gone: Map<string, DeviceAddress>;
  listening: boolean;
  listeningSince: number;
  /** Of whichever device. */
  heardAt: number;
  isQuiet: boolean;
};

/** More than any group. */
const MOST_GONE = 5_000;
/** What has waited at the broker for our connection to come back has come by then. */
const LATE_WILLS_MS = 5_000;
/** Long enough for one who was removed by mistake and is added again: its card stays. */
const LEFT_GROUP_MS = 1_500;
/** A tick that is later than this was not late: the machine or the worker was asleep. */
const SUSPENDED_MS = 2 * TIMING.mergeTickMs;

export function createDevices(deps: DevicesDeps): Devices {
  const { clock, log } = deps;
  const places = new Map<string, Place>();
  const notes = createClientNotes({ clock });
  let connected = false;
  let hasBeenConnected = false;
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let stopTick: (() => void) | undefined;
  let tickedAt = 0;

  function tick() {
    const now = clock.now();
    const wasSuspended = now - tickedAt > SUSPENDED_MS;
    tickedAt = now;
    for (const [place, here] of places) {
      if (!here.listening) continue;
      if (connected && isClientPlace(place) && !isAnyoneThere(here)) deps.onNobody(place);
      if (connected && !wasSuspended) listenFor(place, here);
      const silent: DeviceAddress[] = [];
      for (const [clientId, device] of here.devices) {
        const silentMs = now - Math.max(device.heardAt, here.listeningSince);
        // Without a connection, or asleep, cards are stale, not gone (decision 31).
        if (connected && !wasSuspended && silentMs > TIMING.droppedAfterMs) remove(place, clientId);
        else if (silentMs > TIMING.offlineAfterMs && !device.client.isOffline) {
          device.isMissed = !connected;
          device.note({ isOffline: true });
          silent.push(device.address);
        } else device.askWhoItIs();
      }
      if (wasSuspended) here.listeningSince = now;
      if (connected && silent.length > 0) deps.onSilent(place, silent);
    }
  }

  /** Whoever was there before a break of the connection may come back later than our demands. */
  const isAnyoneThere = ({ devices }: Place) =>
    [...devices.values()].some(({ client, heardAt }) => !client.isOffline && heardAt >= reconnectedAt);

  function listenFor(place: string, here: Place) {
    const wasQuiet = here.isQuiet;
    here.isQuiet = clock.now() - Math.max(here.heardAt, here.listeningSince) > TIMING.offlineAfterMs;
    if (here.isQuiet && !wasQuiet) deps.onQuiet(place);
  }

  function remove(place: string, clientId: string) {
    const { devices, gone } = places.get(place) ?? {};
    const device = devices?.get(clientId);
    if (!devices || !gone || !device) return;
    device.stop();
    log.status(device.trace, 'gone');
    devices.delete(clientId);
    gone.set(clientId, device.address);
    const [oldest] = gone.keys();
    if (gone.size > MOST_GONE && oldest !== undefined) gone.delete(oldest);
    deps.onRemoved(place, clientId);
  }

  function add(place: string, here: Place, from: DeviceAddress, fields: Partial<LiveClient>): DeviceRecord {
    const device = createDeviceRecord(
      {
        clock,
        log,
        notes,
        place,
        onChange: (change) => deps.onChange(place, change),
        onStranger: (stranger, isAskedAgain) => deps.onStranger(place, stranger, isAskedAgain),
      },
      from,
      fields,
    );
    here.devices.set(from.clientId, device);
    here.gone.delete(from.clientId);
    deps.onChange(place, { ...device.client });
    return device;
  }

  function hear(place: string, here: Place, from: DeviceAddress, fields: Partial<LiveClient>) {
    here.heardAt = clock.now();
    const device = here.devices.get(from.clientId);
    if (!device) return { device: add(place, here, from, fields), isBack: true };
    const isBack = device.client.isOffline || device.heardAt < reconnectedAt;
    device.hear(from, fields);
    return { device, isBack };
  }

  /**
   * What took our connection may have taken the device's own, and its last will has waited for us: it is on its way
   * back, or even here, and the card stays (decision 31).
   */
  function wasLostWithUs({ heardAt }: DeviceRecord): boolean {
    const forMs = clock.now() - reconnectedAt;
    return forMs <= LATE_WILLS_MS || (heardAt < reconnectedAt && forMs <= TIMING.offlineAfterMs);
  }

  function presentIn({ devices, listeningSince }: Place): readonly LiveClient[] {
    const mayBeMissed = !connected || clock.now() - listeningSince <= TIMING.offlineAfterMs;
    const isPresent = ({ client, isMissed }: DeviceRecord) => !client.isOffline || (isMissed && mayBeMissed);
    return [...devices.values()].filter(isPresent).map(({ client }) => client);
  }

  return {
    open(place) {
      if (places.has(place)) return;
      const now = clock.now();
      const here = {
        devices: new Map(),
        gone: new Map(),
        listening: true,
        listeningSince: now,
        heardAt: now,
        isQuiet: false,
      };
      places.set(place, here);
      if (stopTick) return;
      tickedAt = now;
      stopTick = clock.every(TIMING.mergeTickMs, tick);
    },
    close(place) {
      for (const device of places.get(place)?.devices.values() ?? []) device.stop();
      places.delete(place);
      log.forgetPlace(place);
      if (places.size > 0) return;
      stopTick?.();
      stopTick = undefined;
    },
    merge(place, feedback) {
      const { kind, record } = feedback;
      const here = places.get(place);
      if (!here) return false;
      const { device, isBack } = hear(place, here, record, reportedFields(feedback));
      if (kind === 'hello') device.greets(record.since);
      log.heard(device.trace, kind);
      return isBack;
    },
    mergeThumbnail(place, from, { properties, expected }) {
      const here = places.get(place);
      if (!here) return false;
      const { device, isBack } = hear(place, here, from, pictureFields(properties));
      log.heard(device.trace, 'thumbnail');
      device.countQuality(properties.quality, expected);
      return isBack;
    },
    leave({ clientId, userId, authType }, since) {
      for (const [place, { devices }] of places) {
        const device = devices.get(clientId);
        if (!device) continue;
        // A takeover: the will belongs to a connection, or to a person, that a newer one has replaced.
        const isOlder = device.since !== undefined && device.since !== since;
        const isOther = device.client.userId !== userId || device.client.authType !== authType;
        log.lastWill(device.trace, !isOlder && !isOther);
        if (isOlder || isOther) continue;
        if (!wasLostWithUs(device)) remove(place, clientId);
        else if (device.heardAt < reconnectedAt) {
          device.isMissed = true;
          device.note({ isOffline: true });
        }
      }
    },
    leaveGroup(groupId, clientId) {
      places
        .get(groupId)
        ?.devices.get(clientId)
        ?.leaveAfter(LEFT_GROUP_MS, () => remove(groupId, clientId));
    },
    setPoll(clientId, poll) {
      notes.setPoll(clientId, poll);
      for (const { devices } of places.values()) devices.get(clientId)?.note({ poll });
    },
    setWolStatus(deviceIds, at) {
      notes.setWake(deviceIds, at);
      for (const { devices } of places.values()) {
        for (const device of devices.values()) {
          const { clientId, info } = device.client;
          if (info) device.note(notes.of(clientId, info));
        }
      }
    },
    setListening(place, listening) {
      const here = places.get(place);
      if (!here || here.listening === listening) return;
      here.listening = listening;
      here.listeningSince = clock.now();
    },
    setConnected(next) {
      if (next && !connected) {
        if (hasBeenConnected) reconnectedAt = clock.now();
        hasBeenConnected = true;
        for (const here of places.values()) here.listeningSince = clock.now();
      }
      connected = next;
    },
    list: (place) => [...(places.get(place)?.devices.values() ?? [])].map((device) => device.client),
    get: (place, clientId) => places.get(place)?.devices.get(clientId)?.client,
    whereabouts: (clientId) =>
      [...places].flatMap(([place, { devices, gone }]) => {
        const device = devices.get(clientId)?.address ?? gone.get(clientId);
        return device ? [{ place, device }] : [];
      }),
    present(place) {
      const here = places.get(place);
      return here ? presentIn(here) : [];
    },
    presentAnywhere: () => [...places.values()].flatMap(presentIn),
    *everyone() {
      for (const { devices } of places.values()) for (const { client } of devices.values()) yield client;
    },
    stop() {
      for (const place of [...places.keys()]) this.close(place);
      notes.clear();
    },
  };
}
