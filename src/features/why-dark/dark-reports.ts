/**
 * The live worker's accounts of devices that are dark, read every second as long as somebody asks: however many cards of
 * a group are dark, the worker is asked once, and of no other devices.
 */
import type { DebugRecord, DebugReport } from '#protocol/debug-report.ts';
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
  /** An entry for each call of `subscribe`. */
  asking: Set<{ clientId: string; call: () => void }>;
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

/** Places are named by what is watched, as JSON. */
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
    /** Calls with every report, which will be of this client too; returns the stop. */
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
