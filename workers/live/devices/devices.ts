/** The devices of all watched places, with their reports merged into one record per client and place. */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ClientPoll, DeviceAddress, LiveClient } from '#protocol/threads/live-worker.ts';
import { createClientNotes } from './client-notes.ts';
import type { DebugLog } from './debug-log.ts';
import {
  type ConnectionInfo,
  createDevicePlace,
  type DevicePlace,
  type PlaceEvents,
} from './device-place.ts';

export type DevicesDeps = PlaceEvents & {
  clock: Clock;
  log: DebugLog;
};

export type Devices = {
  open(place: string): void;
  close(place: string): void;
  /** Undefined if the place is not watched (any more). */
  at(place: string): DevicePlace | undefined;
  /** A last will; `since` is that of the lost connection's presence. */
  leave(device: DeviceAddress, since: number): void;
  /** The platform reports that the client left this group. A hello within moments means that it is back. */
  leaveGroup(groupId: string, clientId: string): void;
  /** Sets this tutor's poll and the client's answer in every place; undefined when the poll has ended. */
  setPoll(clientId: string, poll: ClientPoll | undefined): void;
  /** Whether the place is subscribed. Silence while it is not does not count. */
  setListening(place: string, isListening: boolean): void;
  setConnected(isConnected: boolean): void;
  list(place: string): readonly LiveClient[];
  get(place: string, clientId: string): LiveClient | undefined;
  /** The places where a client has or had a card since they are watched, with its current or last address. */
  whereabouts(clientId: string): readonly { place: string; device: DeviceAddress }[];
  /**
   * Present clients, including those that could not be heard since. After an outage devices return one by
   * one, and until then none of them counts as gone.
   */
  present(place: string): readonly LiveClient[];
  /** The present clients of all places; a client in two places is listed twice. */
  presentAnywhere(): readonly LiveClient[];
  /** The records of all places; a client in two places is listed twice. */
  everyone(): Iterable<LiveClient>;
  /** Removes everything, including this tutor's notes about clients. */
  stop(): void;
};

/** Long enough for a client that was removed by mistake and added again to keep its card. */
const GRACE_MS = 1_500;
/** A later tick means that the machine or the worker was asleep. */
const SUSPENDED_MS = 2 * TIMING.mergeTickMs;

export function createDevices(deps: DevicesDeps): Devices {
  const { clock, log } = deps;
  const places = new Map<string, DevicePlace>();
  const notes = createClientNotes();
  const connection: ConnectionInfo = {
    isConnected: false,
    hasBeenConnected: false,
    reconnectedAt: Number.NEGATIVE_INFINITY,
  };
  let stopTick: (() => void) | undefined;
  let tickedAt = 0;

  function tick() {
    const wasSuspended = clock.now() - tickedAt > SUSPENDED_MS;
    tickedAt = clock.now();
    for (const here of places.values()) here.tick(wasSuspended);
  }

  function close(place: string) {
    places.get(place)?.stop();
    places.delete(place);
    log.forgetPlace(place);
    if (places.size > 0) return;
    stopTick?.();
    stopTick = undefined;
  }

  return {
    open(place) {
      if (places.has(place)) return;
      places.set(place, createDevicePlace(place, { ...deps, notes, connection }));
      if (stopTick) return;
      tickedAt = clock.now();
      stopTick = clock.every(TIMING.mergeTickMs, tick);
    },
    close,
    at: (place) => places.get(place),
    leave(device, since) {
      for (const here of places.values()) here.leave(device, since);
    },
    leaveGroup(groupId, clientId) {
      const here = places.get(groupId);
      here?.record(clientId)?.leaveAfter(GRACE_MS, () => here.remove(clientId));
    },
    setPoll(clientId, poll) {
      notes.setPoll(clientId, poll);
      for (const here of places.values()) here.record(clientId)?.note({ poll });
    },
    setListening: (place, isListening) => places.get(place)?.setListening(isListening),
    setConnected(isConnected) {
      if (isConnected && !connection.isConnected) {
        if (connection.hasBeenConnected) connection.reconnectedAt = clock.now();
        connection.hasBeenConnected = true;
        for (const here of places.values()) here.listenAnew();
      }
      connection.isConnected = isConnected;
    },
    list: (place) => [...(places.get(place)?.records() ?? [])].map(({ client }) => client),
    get: (place, clientId) => places.get(place)?.record(clientId)?.client,
    whereabouts: (clientId) =>
      [...places].flatMap(([place, here]) => {
        const device = here.addressOf(clientId);
        return device ? [{ place, device }] : [];
      }),
    present: (place) => places.get(place)?.present() ?? [],
    presentAnywhere: () => [...places.values()].flatMap((here) => here.present()),
    *everyone() {
      for (const here of places.values()) for (const { client } of here.records()) yield client;
    },
    stop() {
      for (const place of [...places.keys()]) close(place);
      notes.clear();
    },
  };
}
