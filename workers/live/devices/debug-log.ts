/**
 * Data of the debug view for each watched place. Each device record holds its own trace, so that a message
 * costs two assignments and a count. The size is bounded.
 */

import type { Clock } from '#protocol/clock.ts';
import type { DebugRecord, DebugReport, SentDemand } from '#protocol/debug-report.ts';
import type { Demand } from '#protocol/demand.ts';
import type { FeedbackKind, Info } from '#protocol/feedback.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { Target } from '#protocol/topics.ts';
import { placeOf, type Watched } from '../watches/place.ts';
import { createDropLog, type DropLog } from './drop-log.ts';

export type Trace = {
  address: DeviceAddress;
  info: Info | undefined;
  readonly seen: Seen;
};
type Seen = {
  status: 'online' | 'offline' | 'gone';
  statusChangedAt: number;
  firstSeenAt: number;
  lastUpdated: number;
  lastPing: number | undefined;
  lastWill: number | undefined;
  isOfflineByLastWill: boolean;
  demands: SentDemand[];
  feedback: Partial<Record<FeedbackKind, number>>;
  /** Since when pictures are requested; `nobody`: no screen shows it; undefined: since it was first seen. */
  lookedAt: number | 'nobody' | undefined;
  lastPicture: number | undefined;
  clockAheadMs: number | undefined;
};
type Place = { demands: SentDemand[]; traces: Map<string, Trace>; drops: DropLog };

export type AskedReport = {
  dropped: Readonly<Record<string, number>>;
  /** A screen shows pictures of the place now. */
  isLookedAt: boolean;
  /** Limits the report to these clients. */
  clientIds?: readonly string[] | undefined;
};

export type DebugLog = ReturnType<typeof createDebugLog>;

const MAX_CLIENTS = 5_000;
const MAX_DEMANDS = 50;

export function createDebugLog({ clock }: { clock: Clock }) {
  const places = new Map<string, Place>();

  function openPlace(place: string): Place {
    const log = places.get(place) ?? { demands: [], traces: new Map(), drops: createDropLog({ clock }) };
    places.set(place, log);
    return log;
  }

  return {
    /** The trace of a client in this place. */
    trace(place: string, address: DeviceAddress): Trace {
      const log = openPlace(place);
      const known = log.traces.get(address.clientId);
      if (known) {
        known.address = address;
        return known;
      }
      makeRoom(log);
      const trace: Trace = { address, info: undefined, seen: fresh(clock.now()) };
      log.traces.set(address.clientId, trace);
      return trace;
    },
    /** `deviceTime`: the device's own send time. */
    heard(trace: Trace, kind: FeedbackKind, deviceTime?: number) {
      const now = clock.now();
      const { seen } = trace;
      seen.lastUpdated = now;
      if (deviceTime !== undefined) seen.clockAheadMs = deviceTime - now;
      if (kind === 'thumbnail') seen.lastPicture = now;
      seen.feedback[kind] = (seen.feedback[kind] ?? 0) + 1;
      if (kind === 'hello' || kind === 'statuses') pinged(trace, now);
    },
    status({ seen }: Trace, status: Seen['status']) {
      if ((status === 'online') !== (seen.status === 'online')) seen.statusChangedAt = clock.now();
      seen.status = status;
    },
    /** `counts`: the last will belongs to the client's present connection. */
    lastWill({ seen }: Trace, counts: boolean) {
      seen.lastWill = clock.now();
      if (counts) seen.isOfflineByLastWill = true;
    },
    /** The client has answered a ping. */
    ping(clientId: string) {
      for (const { traces } of places.values()) {
        const trace = traces.get(clientId);
        if (trace) pinged(trace, clock.now());
      }
    },
    demandSent(target: Target, demand: Demand, of: Watched) {
      const now = clock.now();
      if (target.to !== 'client') remember(openPlace(placeOf(of)).demands, demand, now);
      else {
        for (const { traces } of places.values()) {
          const trace = traces.get(target.clientId);
          if (trace) remember(trace.seen.demands, demand, now);
        }
      }
    },
    /** Records whether the device is notified that a screen shows it. */
    looked(place: string, clientId: string, isLookedAt: boolean) {
      const seen = places.get(place)?.traces.get(clientId)?.seen;
      if (!seen) return;
      if (!isLookedAt) seen.lookedAt = 'nobody';
      else if (seen.lookedAt === 'nobody') seen.lookedAt = clock.now();
    },
    /** A message of this client was dropped. Nothing is recorded for unwatched places. */
    dropped: (place: string, clientId: string, reason: string) =>
      places.get(place)?.drops.count(clientId, reason),
    report(place: string, { dropped, isLookedAt, clientIds }: AskedReport): DebugReport {
      const log = places.get(place);
      const traces = clientIds?.flatMap((id) => log?.traces.get(id) ?? []) ?? log?.traces.values() ?? [];
      return {
        groupDemands: [...(log?.demands ?? [])],
        clients: [...traces].map((trace) => recordOf(trace, isLookedAt)),
        dropped: { ...dropped },
        droppedOf: log?.drops.report(clientIds) ?? {},
      };
    },
    /** "Clear All Debug Data": removes clients that left, and resets the others. */
    clear(place: string) {
      const log = places.get(place);
      if (!log) return;
      log.demands = [];
      log.drops.clear();
      for (const [clientId, { seen }] of log.traces) {
        if (seen.status === 'gone') log.traces.delete(clientId);
        else {
          const { status, statusChangedAt, lookedAt, lastPicture, clockAheadMs } = seen;
          const kept = { status, statusChangedAt, lookedAt, lastPicture, clockAheadMs };
          Object.assign(seen, fresh(clock.now()), kept);
        }
      }
    },
    forgetPlace: (place: string) => void places.delete(place),
  };
}

const fresh = (now: number): Seen => ({
  status: 'online',
  statusChangedAt: now,
  firstSeenAt: now,
  lastUpdated: now,
  lastPing: undefined,
  lastWill: undefined,
  isOfflineByLastWill: false,
  demands: [],
  feedback: {},
  lookedAt: undefined,
  lastPicture: undefined,
  clockAheadMs: undefined,
});

function makeRoom({ traces }: Place) {
  if (traces.size < MAX_CLIENTS) return;
  let victim = traces.keys().next().value;
  for (const [clientId, { seen }] of traces) {
    if (seen.status !== 'gone') continue;
    victim = clientId;
    break;
  }
  if (victim !== undefined) traces.delete(victim);
}

function pinged({ seen }: Trace, now: number) {
  seen.lastPing = now;
  seen.isOfflineByLastWill = false;
}

/** Equal demands are repeated whenever a device says hello, so they become one entry at the end. */
function remember(list: SentDemand[], demand: Demand, at: number) {
  const known = list.findIndex((sent) => isSameDemand(sent.demand, demand));
  const [before] = known < 0 ? [] : list.splice(known, 1);
  list.push({ demand, at, times: (before?.times ?? 0) + 1 });
  if (list.length > MAX_DEMANDS) list.shift();
}

/** Compares without `since`, because the connection does not matter. */
function isSameDemand(a: Demand, b: Demand): boolean {
  const asked = (demand: Demand) => JSON.stringify({ ...demand, since: undefined });
  return a === b || (a['demand-type'] === b['demand-type'] && asked(a) === asked(b));
}

function recordOf({ address, info, seen }: Trace, isLookedAt: boolean): DebugRecord {
  const isOffline = seen.status !== 'online';
  const deviceId = info?.deviceId ?? info?.device.id;
  const userName = info?.user?.name ?? info?.device.username;
  const askedAt = isLookedAt && seen.lookedAt !== 'nobody' ? (seen.lookedAt ?? seen.firstSeenAt) : undefined;
  return {
    ...address,
    firstSeenAt: seen.firstSeenAt,
    lastUpdated: seen.lastUpdated,
    ...(seen.lastPing !== undefined && { lastPingReceived: seen.lastPing }),
    ...(seen.lastWill !== undefined && { lastWillReceived: seen.lastWill }),
    isOfflineByLastWill: seen.isOfflineByLastWill,
    demandsSent: [...seen.demands],
    feedbackReceived: { ...seen.feedback },
    wouldAppearOnline: !isOffline && !seen.isOfflineByLastWill && info !== undefined,
    onlineStatusChangedAt: seen.statusChangedAt,
    isOffline,
    hasInfo: info !== undefined,
    deviceType: info?.type ?? 'unknown',
    ...(info && { hostname: info.device.hostname }),
    ...(deviceId !== undefined && { deviceId }),
    ...(userName !== undefined && { userName }),
    ...(askedAt !== undefined && { picturesAskedAt: askedAt }),
    ...(seen.lastPicture !== undefined && { lastPictureReceived: seen.lastPicture }),
    ...(seen.clockAheadMs !== undefined && { clockAheadMs: seen.clockAheadMs }),
  };
}
