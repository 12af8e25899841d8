/**
 * The reports demanded from devices, per place. Watches hold requests, which are united, published on change,
 * repeated before they expire, and cancelled 5 s after the last holder has left.
 */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Demand, DemandType } from '#protocol/demand.ts';
import type { DeviceAddress, WatchRequest } from '#protocol/threads/live-worker.ts';
import type { Target } from '#protocol/topics.ts';
import type { Outcome } from '../broker/mqtt-transport.ts';
import { type Pace, paceOf } from '../line/line-pace.ts';
import { isSame } from '../same-value.ts';
import { clientPlace, placeOf, targetOf, type Watched } from '../watches/place.ts';
import { atPace, uniteDemands } from './demand-union.ts';

export type DemandsDeps = {
  clock: Clock;
  /** Publishes to a target; feedback goes to the topic of the watched place. */
  publish(target: Target, demand: Demand, of: Watched): Promise<Outcome>;
  /** The thumbnails demand was published; `fresh`: devices may have lost their patches of it. */
  onThumbnailsDemand(place: string, fresh: boolean): void;
};

export type Demands = {
  /** Adds a holder, or changes its request. */
  hold(key: string, request: WatchRequest): void;
  /** `after-grace`: the screen closed and may reopen; `now`: it is not needed any more. */
  release(key: string, when: 'now' | 'after-grace'): void;
  /** Publishes everything of a place again. */
  refresh(place: string): void;
  /** A device has connected; the demands of this place and of the device itself apply to it. */
  hello(place: string, device: DeviceAddress): void;
  /** Publishes a place's demands to one client, at most once a second (hello or unidentified device). */
  repeatTo(place: string, device: DeviceAddress): void;
  /**
   * Ends the client's demands of records and publishes them again, because a device answers each new demand.
   */
  restartTo(place: string, device: DeviceAddress): void;
  /** Like `repeatTo`, with one publish for all devices if there are many. */
  repeatToMany(place: string, devices: readonly DeviceAddress[]): void;
  /**
   * After (re)connecting: publishes everything if the broker lost the session, otherwise only unsent demands.
   */
  reconnected(resumed: boolean): void;
  /** Requests pictures from devices at this pace from now on. */
  setPace(pace: Pace): void;
  /** Whether pictures are demanded now. */
  hasPictures(): boolean;
  /** JPEG quality demanded from a place's devices, if any. */
  quality(place: string): number | undefined;
  clear(): void;
};

type Sent = { demand: Demand; delivered: boolean };
type PlaceDemands = {
  of: Watched;
  holders: Map<string, WatchRequest>;
  /** The last demand of each type; cancels are included until delivered. */
  sent: Map<DemandType, Sent>;
  repeatedAt: Map<string, number>;
  stopRefresh: (() => void) | undefined;
};

const THROTTLE_MS = 1_000;
/** For this many devices, one message to the group costs less than one each. */
const MANY = 8;

/** Holders that closed and may reopen; `over` is called with the key of one that did not. */
function createGrace(clock: Clock, over: (key: string) => void) {
  const stops = new Map<string, () => void>();
  return {
    begin(key: string) {
      if (!stops.has(key))
        stops.set(
          key,
          clock.after(TIMING.demandGraceMs, () => over(key)),
        );
    },
    end(key: string) {
      stops.get(key)?.();
      stops.delete(key);
    },
    clear() {
      for (const stop of stops.values()) stop();
      stops.clear();
    },
  };
}

export function createDemands(deps: DemandsDeps): Demands {
  const { clock } = deps;
  const places = new Map<string, PlaceDemands>();
  const grace = createGrace(clock, (key) => remove(key));
  let pace = paceOf(0);

  function demandsOf(of: Watched): PlaceDemands {
    const place = placeOf(of);
    const known = places.get(place);
    if (known) return known;
    const here = { of, holders: new Map(), sent: new Map(), repeatedAt: new Map(), stopRefresh: undefined };
    places.set(place, here);
    return here;
  }

  function send(place: string, here: PlaceDemands, demand: Demand, fresh = demand.TTL === 0) {
    const type = demand['demand-type'];
    const entry: Sent = { demand, delivered: false };
    here.sent.set(type, entry);
    if (type === 'thumbnails') deps.onThumbnailsDemand(place, fresh);
    void deps.publish(targetOf(here.of), demand, here.of).then((outcome) => {
      // A refusal is final, so repeating the demand changes nothing.
      entry.delivered = outcome !== 'unsent';
      if (entry.delivered && demand.TTL === 0 && here.sent.get(type) === entry) {
        here.sent.delete(type);
        drop(place, here);
      }
    });
  }

  /** Publishes the difference between the wanted demands and the last published ones. */
  function settle(place: string, here: PlaceDemands) {
    const wanted = uniteDemands(here.holders.values());
    for (const [type, full] of wanted) {
      const demand = atPace(full, pace);
      if (!isSame(here.sent.get(type)?.demand, demand)) send(place, here, demand);
    }
    for (const [type, { demand }] of here.sent) {
      if (!wanted.has(type) && demand.TTL > 0) send(place, here, { ...demand, TTL: 0 });
    }
    if (wanted.size > 0) here.stopRefresh ??= clock.every(TIMING.demandRefreshMs, () => repeat(place));
    else {
      here.stopRefresh?.();
      here.stopRefresh = undefined;
    }
    drop(place, here);
  }

  function repeat(place: string) {
    const here = places.get(place);
    if (here) for (const { demand } of [...here.sent.values()]) send(place, here, demand);
  }

  function repeatTo(place: string, { clientId, userId, authType }: DeviceAddress) {
    const here = places.get(place);
    if (!here || here.holders.size === 0) return;
    if (clock.now() - (here.repeatedAt.get(clientId) ?? 0) < THROTTLE_MS) return;
    here.repeatedAt.set(clientId, clock.now());
    for (const { demand } of here.sent.values()) {
      if (demand.TTL > 0) void deps.publish({ to: 'client', clientId, userId, authType }, demand, here.of);
    }
  }

  function drop(place: string, { holders, sent }: PlaceDemands) {
    if (holders.size === 0 && sent.size === 0) places.delete(place);
  }

  function remove(key: string, exceptPlace?: string) {
    grace.end(key);
    for (const [place, here] of places) {
      if (place !== exceptPlace && here.holders.delete(key)) settle(place, here);
    }
  }

  return {
    hold(key, request) {
      const place = placeOf(request.of);
      remove(key, place);
      const here = demandsOf(request.of);
      if (!isSame(here.of, request.of)) {
        // Another user has signed in at the device, so the previous topic has no subscriber.
        here.of = request.of;
        here.sent.clear();
      }
      here.holders.set(key, request);
      settle(place, here);
    },
    release(key, when) {
      if (when === 'now') remove(key);
      else grace.begin(key);
    },
    refresh: repeat,
    hello(place, device) {
      repeatTo(place, device);
      repeatTo(clientPlace(device.clientId), device);
    },
    repeatTo,
    restartTo(place, device) {
      const here = places.get(place);
      if (here) restartTo(deps, here, device);
    },
    repeatToMany(place, devices) {
      if (devices.length >= MANY) repeat(place);
      else for (const device of devices) repeatTo(place, device);
    },
    reconnected(resumed) {
      for (const [place, here] of places) {
        for (const { demand, delivered } of [...here.sent.values()]) {
          if (!resumed || !delivered) send(place, here, demand, !resumed);
        }
      }
    },
    setPace(next) {
      pace = next;
      for (const [place, here] of [...places]) settle(place, here);
    },
    hasPictures: () => [...places.values()].some((here) => picturesOf(here) !== undefined),
    quality(place) {
      const demand = picturesOf(places.get(place));
      return demand && Number(demand['demand-parameters'].quality);
    },
    clear() {
      grace.clear();
      for (const here of places.values()) here.stopRefresh?.();
      places.clear();
    },
  };
}

/** The current demand for pictures. */
function picturesOf(here: PlaceDemands | undefined): Demand | undefined {
  const demand = here?.sent.get('thumbnails')?.demand;
  return demand && demand.TTL > 0 ? demand : undefined;
}

function restartTo(
  { publish }: DemandsDeps,
  { of, holders, sent }: PlaceDemands,
  device: DeviceAddress,
): void {
  if (holders.size === 0) return;
  for (const { demand } of sent.values()) {
    // Devices send pictures and statuses repeatedly anyway.
    if (demand.TTL === 0 || demand.frequency > 0) continue;
    void publish({ to: 'client', ...device }, { ...demand, TTL: 0 }, of);
    void publish({ to: 'client', ...device }, demand, of);
  }
}
