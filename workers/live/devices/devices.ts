/** What the devices of all watched places have reported, merged to one record for each client and place. */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ClientPoll, DeviceAddress, LiveClient } from '#protocol/threads/live-worker.ts';
import { createClientNotes } from './client-notes.ts';
import type { DebugLog } from './debug-log.ts';
import { createDevicePlace, type DevicePlace, type Hearing, type PlaceEvents } from './device-place.ts';

export type DevicesDeps = PlaceEvents & {
  clock: Clock;
  log: DebugLog;
};

export type Devices = {
  open(place: string): void;
  close(place: string): void;
  /** Undefined: the place is not watched (any more). */
  at(place: string): DevicePlace | undefined;
  /** A last will; `since` is that of the lost connection's presence. */
  leave(device: DeviceAddress, since: number): void;
  /** The platform says that the client left this group. A hello within a moment means that it is back. */
  leaveGroup(groupId: string, clientId: string): void;
  /** What this tutor asked a client and what it answered, in every place; undefined when it is over. */
  setPoll(clientId: string, poll: ClientPoll | undefined): void;
  /** No device of the place can be heard (`false`), or they can again (`true`): silence in between does not count. */
  setListening(place: string, isListening: boolean): void;
  setConnected(isConnected: boolean): void;
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

/** Long enough for one who was removed by mistake and is added again: its card stays. */
const LEFT_GROUP_MS = 1_500;
/** A tick that is later than this was not late: the machine or the worker was asleep. */
const SUSPENDED_MS = 2 * TIMING.mergeTickMs;

export function createDevices(deps: DevicesDeps): Devices {
  const { clock, log } = deps;
  const places = new Map<string, DevicePlace>();
  const notes = createClientNotes();
  const hearing: Hearing = {
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
      places.set(place, createDevicePlace(place, { ...deps, notes, hearing }));
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
      here?.record(clientId)?.leaveAfter(LEFT_GROUP_MS, () => here.remove(clientId));
    },
    setPoll(clientId, poll) {
      notes.setPoll(clientId, poll);
      for (const here of places.values()) here.record(clientId)?.note({ poll });
    },
    setListening: (place, isListening) => places.get(place)?.setListening(isListening),
    setConnected(isConnected) {
      if (isConnected && !hearing.isConnected) {
        if (hearing.hasBeenConnected) hearing.reconnectedAt = clock.now();
        hearing.hasBeenConnected = true;
        for (const here of places.values()) here.listenAnew();
      }
      hearing.isConnected = isConnected;
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
