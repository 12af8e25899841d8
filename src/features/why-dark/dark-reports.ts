/**
 * The live worker's accounts of places in which something is dark, read every second as long as somebody asks: however
 * many cards of a group are dark, the worker is asked once.
 */
import type { DebugRecord, DebugReport } from '#protocol/debug-report.ts';
import { createListeners } from '#protocol/observable.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { Account } from './dark-facts.ts';

/** `atMs`: when it came, epoch ms. */
export type TimedReport = { of(clientId: string): Account; atMs: number };

export type DarkReportsDeps = {
  watch(of: WatchRequest['of'], onReport: (report: DebugReport) => void): () => void;
};

type Place = {
  listeners: ReturnType<typeof createListeners>;
  timed: TimedReport | undefined;
  stop: () => void;
};

/** By client: each of many cards reads its own. */
function accounts({ clients, droppedOf }: DebugReport): TimedReport['of'] {
  const records = new Map<string, DebugRecord>(clients.map((record) => [record.clientId, record]));
  return (clientId) => ({ record: records.get(clientId), dropped: droppedOf[clientId] });
}

/** Places are named by what is watched, as JSON. */
export function createDarkReports({ watch }: DarkReportsDeps) {
  const places = new Map<string, Place>();

  function open(key: string): Place {
    const place: Place = { listeners: createListeners(), timed: undefined, stop: () => {} };
    places.set(key, place);
    place.stop = watch(JSON.parse(key), (report) => {
      place.timed = { of: accounts(report), atMs: Date.now() };
      place.listeners.tell();
    });
    return place;
  }

  return {
    get: (key: string): TimedReport | undefined => places.get(key)?.timed,
    /** Calls with every report; returns the stop. */
    subscribe(key: string, call: () => void): () => void {
      const place = places.get(key) ?? open(key);
      const end = place.listeners.subscribe(call);
      return () => {
        end();
        if (place.listeners.count() > 0 || places.get(key) !== place) return;
        place.stop();
        places.delete(key);
      };
    },
  };
}
