/**
 * The live worker's accounts of dark devices, fetched every second while there are subscribers. One request
 * covers all dark cards of a group, and no other devices.
 */
import type { DebugRecord, DebugReport } from '#protocol/debug-report.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { Account } from './dark-facts.ts';

/** `of`: undefined for a device that was not requested. `atMs`: the time of the report. */
export type TimedReport = { of(clientId: string): Account | undefined; atMs: number };

export type DarkReportsDeps = {
  watch(
    of: WatchRequest['of'],
    onReport: (report: DebugReport) => void,
    clientIds: () => readonly string[],
  ): () => void;
};

type Place = {
  /** One entry per call of `subscribe`. */
  asking: Set<{ clientId: string; call: () => void }>;
  /** The clients of the pending report. */
  asked: ReadonlySet<string>;
  timed: TimedReport | undefined;
  stop: () => void;
};

/** Indexes a report by client, so that each of many cards reads its own part. */
function accounts({ clients, droppedOf }: DebugReport, asked: ReadonlySet<string>): TimedReport['of'] {
  const records = new Map<string, DebugRecord>(clients.map((record) => [record.clientId, record]));
  return (clientId) =>
    asked.has(clientId) ? { record: records.get(clientId), dropped: droppedOf[clientId] } : undefined;
}

/** The key of a place is the watched object as JSON. */
export function createDarkReports({ watch }: DarkReportsDeps) {
  const places = new Map<string, Place>();

  function open(key: string): Place {
    const place: Place = { asking: new Set(), asked: new Set(), timed: undefined, stop: () => {} };
    places.set(key, place);
    const onReport = (report: DebugReport) => {
      place.timed = { of: accounts(report, place.asked), atMs: Date.now() };
      for (const { call } of [...place.asking]) call();
    };
    place.stop = watch(JSON.parse(key), onReport, () => {
      place.asked = new Set([...place.asking].map(({ clientId }) => clientId));
      return [...place.asked];
    });
    return place;
  }

  return {
    get: (key: string): TimedReport | undefined => places.get(key)?.timed,
    /** Calls back with every report, which will include this client too. Returns the stop function. */
    subscribe({ key, clientId }: { key: string; clientId: string }, call: () => void): () => void {
      const place = places.get(key) ?? open(key);
      const asks = { clientId, call };
      place.asking.add(asks);
      return () => {
        place.asking.delete(asks);
        if (place.asking.size > 0 || places.get(key) !== place) return;
        place.stop();
        places.delete(key);
      };
    },
  };
}
