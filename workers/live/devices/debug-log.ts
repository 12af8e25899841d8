/**
 * What the debug view shows of each watched place. A device holds its own trace, so that a
 * message costs two assignments and a count; how much is kept is bounded.
 */

import type { Clock } from '#protocol/clock.ts';
import type { DebugRecord, DebugReport, SentDemand } from '#protocol/debug-report.ts';
import type { Demand } from '#protocol/demand.ts';
import type { FeedbackKind, Info } from '#protocol/feedback.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { Target } from '#protocol/topics.ts';
import { placeOf, type Watched } from '../watches/place.ts';

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
};
type Place = { demands: SentDemand[]; traces: Map<string, Trace> };

export type DebugLog = ReturnType<typeof createDebugLog>;

const MAX_CLIENTS = 5_000;
const MAX_DEMANDS = 50;

export function createDebugLog({ clock }: { clock: Clock }) {
  const places = new Map<string, Place>();

  function openPlace(place: string): Place {
    const log = places.get(place) ?? { demands: [], traces: new Map() };
    places.set(place, log);
    return log;
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

  return {
    /** The trace of a client that is heard of in this place. */
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
    heard(trace: Trace, kind: FeedbackKind) {
      const now = clock.now();
      const { seen } = trace;
      seen.lastUpdated = now;
      seen.feedback[kind] = (seen.feedback[kind] ?? 0) + 1;
      if (kind === 'hello' || kind === 'statuses') pinged(trace, now);
    },
    status({ seen }: Trace, status: Seen['status']) {
      if ((status === 'online') !== (seen.status === 'online')) seen.statusChangedAt = clock.now();
      seen.status = status;
    },
    /** `counts`: it is that of the client's present connection. */
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
      const sent: SentDemand = { demand, at: clock.now() };
      if (target.to !== 'client') remember(openPlace(placeOf(of)).demands, sent);
      else {
        for (const { traces } of places.values()) {
          const trace = traces.get(target.clientId);
          if (trace) remember(trace.seen.demands, sent);
        }
      }
    },
    report(place: string, dropped: Readonly<Record<string, number>>): DebugReport {
      const log = places.get(place);
      return {
        groupDemands: [...(log?.demands ?? [])],
        clients: [...(log?.traces.values() ?? [])].map(recordOf),
        dropped: { ...dropped },
      };
    },
    /** "Clear All Debug Data": who has left is forgotten, the others begin anew. */
    clear(place: string) {
      const log = places.get(place);
      if (!log) return;
      log.demands = [];
      for (const [clientId, { seen }] of log.traces) {
        if (seen.status === 'gone') log.traces.delete(clientId);
        else {
          const { status, statusChangedAt } = seen;
          Object.assign(seen, fresh(clock.now()), { status, statusChangedAt });
        }
      }
    },
    forgetPlace: (place: string) => void places.delete(place),
  };
}

function remember(list: SentDemand[], sent: SentDemand) {
  list.push(sent);
  if (list.length > MAX_DEMANDS) list.shift();
}

function recordOf({ address, info, seen }: Trace): DebugRecord {
  const isOffline = seen.status !== 'online';
  const deviceId = info?.deviceId ?? info?.device.id;
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
  };
}
