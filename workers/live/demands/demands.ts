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
  /**
   * Publishes a place's demands to one client, at most once a second (after a hello, or for an unidentified
   * device).
   */
  repeatTo(place: string, device: DeviceAddress): void;
  /**
   * Ends the client's demands of records and publishes them again, because a device answers each new demand.
   */
  askAnew(place: string, device: DeviceAddress): void;
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
type Asked = {
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
  const places = new Map<string, Asked>();
  const grace = createGrace(clock, (key) => remove(key));
  let pace = paceOf(0);

  function askedOf(of: Watched): Asked {
    const place = placeOf(of);
    const known = places.get(place);
    if (known) return known;
    const asked = { of, holders: new Map(), sent: new Map(), repeatedAt: new Map(), stopRefresh: undefined };
    places.set(place, asked);
    return asked;
  }

  function send(place: string, asked: Asked, demand: Demand, fresh = demand.TTL === 0) {
    const type = demand['demand-type'];
    const entry: Sent = { demand, delivered: false };
    asked.sent.set(type, entry);
    if (type === 'thumbnails') deps.onThumbnailsDemand(place, fresh);
    void deps.publish(targetOf(asked.of), demand, asked.of).then((outcome) => {
      // A refusal is final, so repeating the demand changes nothing.
      entry.delivered = outcome !== 'unsent';
      if (entry.delivered && demand.TTL === 0 && asked.sent.get(type) === entry) {
        asked.sent.delete(type);
        drop(place, asked);
      }
    });
  }

  /** Publishes the difference between the wanted demands and the last published ones. */
  function settle(place: string, asked: Asked) {
    const wanted = uniteDemands(asked.holders.values());
    for (const [type, full] of wanted) {
      const demand = atPace(full, pace);
      if (!isSame(asked.sent.get(type)?.demand, demand)) send(place, asked, demand);
    }
    for (const [type, { demand }] of asked.sent) {
      if (!wanted.has(type) && demand.TTL > 0) send(place, asked, { ...demand, TTL: 0 });
    }
    if (wanted.size > 0) asked.stopRefresh ??= clock.every(TIMING.demandRefreshMs, () => repeat(place));
    else {
      asked.stopRefresh?.();
      asked.stopRefresh = undefined;
    }
    drop(place, asked);
  }

  function repeat(place: string) {
    const asked = places.get(place);
    if (asked) for (const { demand } of [...asked.sent.values()]) send(place, asked, demand);
  }

  function repeatTo(place: string, { clientId, userId, authType }: DeviceAddress) {
    const asked = places.get(place);
    if (!asked || asked.holders.size === 0) return;
    if (clock.now() - (asked.repeatedAt.get(clientId) ?? 0) < THROTTLE_MS) return;
    asked.repeatedAt.set(clientId, clock.now());
    for (const { demand } of asked.sent.values()) {
      if (demand.TTL > 0) void deps.publish({ to: 'client', clientId, userId, authType }, demand, asked.of);
    }
  }

  function drop(place: string, { holders, sent }: Asked) {
    if (holders.size === 0 && sent.size === 0) places.delete(place);
  }

  function remove(key: string, exceptPlace?: string) {
    grace.end(key);
    for (const [place, asked] of places) {
      if (place !== exceptPlace && asked.holders.delete(key)) settle(place, asked);
    }
  }

  return {
    hold(key, request) {
      const place = placeOf(request.of);
      remove(key, place);
      const asked = askedOf(request.of);
      if (!isSame(asked.of, request.of)) {
        // Another user has signed in at the device, so the previous topic has no subscriber.
        asked.of = request.of;
        asked.sent.clear();
      }
      asked.holders.set(key, request);
      settle(place, asked);
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
    askAnew(place, device) {
      const asked = places.get(place);
      if (asked) askAnew(deps, asked, device);
    },
    repeatToMany(place, devices) {
      if (devices.length >= MANY) repeat(place);
      else for (const device of devices) repeatTo(place, device);
    },
    reconnected(resumed) {
      for (const [place, asked] of places) {
        for (const { demand, delivered } of [...asked.sent.values()]) {
          if (!resumed || !delivered) send(place, asked, demand, !resumed);
        }
      }
    },
    setPace(next) {
      pace = next;
      for (const [place, asked] of [...places]) settle(place, asked);
    },
    hasPictures: () => [...places.values()].some((asked) => picturesOf(asked) !== undefined),
    quality(place) {
      const demand = picturesOf(places.get(place));
      return demand && Number(demand['demand-parameters'].quality);
    },
    clear() {
      grace.clear();
      for (const asked of places.values()) asked.stopRefresh?.();
      places.clear();
    },
  };
}

/** The current demand for pictures. */
function picturesOf(asked: Asked | undefined): Demand | undefined {
  const demand = asked?.sent.get('thumbnails')?.demand;
  return demand && demand.TTL > 0 ? demand : undefined;
}

function askAnew({ publish }: DemandsDeps, { of, holders, sent }: Asked, device: DeviceAddress): void {
  if (holders.size === 0) return;
  for (const { demand } of sent.values()) {
    // Devices send pictures and statuses repeatedly anyway.
    if (demand.TTL === 0 || demand.frequency > 0) continue;
    void publish({ to: 'client', ...device }, { ...demand, TTL: 0 }, of);
    void publish({ to: 'client', ...device }, demand, of);
  }
}
