/**
 * The live worker's accounts of devices that are dark, read every second as long as somebody asks: however many cards of
 * a group are dark, the worker is asked once, and of no other devices.
 */
import type { DebugRecord, DebugReport } from '#protocol/debug-report.ts';
import { createListeners } from '#protocol/observable.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { Account } from './dark-facts.ts';

/** `of`: undefined where it was not asked about. `atMs`: when it came, epoch ms. */
export type TimedReport = { of(clientId: string): Account | undefined; atMs: number };

export type DarkReportsDeps = {
  watch(
    of: WatchRequest['of'],
    onReport: (report: DebugReport) => void,
    clientIds: () => readonly string[],
  ): () => void;
};

type Place = {
  listeners: ReturnType<typeof createListeners>;
  /** By clientId, how many ask about it. */
  clients: Map<string, number>;
  /** What the report that is on its way is of. */
  asked: ReadonlySet<string>;
  timed: TimedReport | undefined;
  stop: () => void;
};

/** By client: each of many cards reads its own. */
function accounts({ clients, droppedOf }: DebugReport, asked: ReadonlySet<string>): TimedReport['of'] {
  const records = new Map<string, DebugRecord>(clients.map((record) => [record.clientId, record]));
  return (clientId) =>
    asked.has(clientId) ? { record: records.get(clientId), dropped: droppedOf[clientId] } : undefined;
}

/** Changes by `step` how many ask about a client. */
function count(clients: Map<string, number>, clientId: string, step: 1 | -1): void {
  const next = (clients.get(clientId) ?? 0) + step;
  if (next > 0) clients.set(clientId, next);
  else clients.delete(clientId);
}

/** Places are named by what is watched, as JSON. */
export function createDarkReports({ watch }: DarkReportsDeps) {
  const places = new Map<string, Place>();

  function open(key: string): Place {
    const place: Place = {
      listeners: createListeners(),
      clients: new Map(),
      asked: new Set(),
      timed: undefined,
      stop: () => {},
    };
    places.set(key, place);
    const onReport = (report: DebugReport) => {
      place.timed = { of: accounts(report, place.asked), atMs: Date.now() };
      place.listeners.tell();
    };
    place.stop = watch(JSON.parse(key), onReport, () => {
      place.asked = new Set(place.clients.keys());
      return [...place.asked];
    });
    return place;
  }

  return {
    get: (key: string): TimedReport | undefined => places.get(key)?.timed,
    /** Calls with every report, which will be of this client too; returns the stop. */
    subscribe({ key, clientId }: { key: string; clientId: string }, call: () => void): () => void {
      const place = places.get(key) ?? open(key);
      count(place.clients, clientId, 1);
      const end = place.listeners.subscribe(call);
      return () => {
        end();
        count(place.clients, clientId, -1);
        if (place.listeners.count() > 0 || places.get(key) !== place) return;
        place.stop();
        places.delete(key);
      };
    },
  };
}
