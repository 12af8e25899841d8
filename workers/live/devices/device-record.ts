/** One client in one watched place: its merged record, with the counters and timers that belong to it. */

import type { Clock } from '#protocol/clock.ts';
import type { ClientChange, DeviceAddress, LiveClient } from '#protocol/threads/live-worker.ts';
import { newFields } from './client-fields.ts';
import type { ClientNotes } from './client-notes.ts';
import type { DebugLog, Trace } from './debug-log.ts';
import { createLowQuality } from './low-quality.ts';

export type DeviceRecordDeps = {
  clock: Clock;
  log: DebugLog;
  notes: Pick<ClientNotes, 'of'>;
  place: string;
  onChange(place: string, change: ClientChange): void;
  /** A message came from the device, but its `info` is unknown. */
  onUnidentifiedDevice(place: string, device: DeviceAddress, isRepeated: boolean): void;
};

export type DeviceRecord = {
  readonly client: LiveClient;
  readonly trace: Trace;
  readonly address: DeviceAddress;
  heardAt: number;
  /** The device was present when the connection was lost, and has not been heard since. */
  readonly isMissed: boolean;
  /** `since` of its present connection's presence, if its hello contained it. */
  since: number | undefined;
  /** Merges a report; passes on only the differences. */
  hear(from: DeviceAddress, fields: Partial<LiveClient>): void;
  /** Sets fields that are known from other sources than its reports. */
  note(fields: Partial<LiveClient>): void;
  countQuality(quality: number, expected: number | undefined): void;
  /** Marks the device offline. `withConnection`: it may be present, but cannot be heard. */
  markOffline(withConnection: boolean): void;
  /** Requests the device's info if it is unknown. */
  requestInfo(): void;
  /** The device has (re)connected; `since` is that of its connection's presence. */
  helloReceived(since: number | undefined): void;
  /** Calls `gone` after this time, unless the device says hello before. */
  leaveAfter(ms: number, gone: () => void): void;
  stop(): void;
};

/** Answers to one demand arrive in any order; the info should be among them by then. */
const GRACE_MS = 1_000;
/** After this time the device counts as one that did not answer the first request. */
const RETRY_DELAY_MS = 3_000;
const MAX_REQUESTS = 3;

export function createDeviceRecord(
  deps: DeviceRecordDeps,
  from: DeviceAddress,
  fields: Partial<LiveClient>,
): DeviceRecord {
  const { clock, log, notes, place } = deps;
  const client: LiveClient = { ...addressOf(from), isOffline: false, lastUpdated: clock.now() };
  Object.assign(client, withoutUndefined(fields), withoutUndefined(notes.of(client.clientId)));
  const trace = log.trace(place, addressOf(from));
  trace.info = client.info ?? trace.info;
  log.status(trace, 'online');
  const quality = createLowQuality({ clock, onChange: (lowQuality) => change({ lowQuality }) });
  let stopRequests = clock.after(GRACE_MS, requestInfo);
  let stopLeaving = () => {};
  let requestCount = 0;

  function change(news: Partial<LiveClient>) {
    Object.assign(client, news);
    if (news.info) trace.info = news.info;
    if (news.isOffline !== undefined) log.status(trace, news.isOffline ? 'offline' : 'online');
    deps.onChange(place, Object.assign(news, { clientId: client.clientId }));
  }

  function requestInfo() {
    if (client.info || client.isOffline || requestCount >= MAX_REQUESTS) return;
    requestCount += 1;
    if (requestCount === 1) stopRequests = clock.after(RETRY_DELAY_MS, requestInfo);
    deps.onUnidentifiedDevice(place, addressOf(client), requestCount > 1);
  }

  function note(fields: Partial<LiveClient>) {
    const news = newFields(client, fields);
    if (news) change(news);
  }

  const record: DeviceRecord & { isMissed: boolean } = {
    client,
    trace,
    get address() {
      return addressOf(client);
    },
    heardAt: client.lastUpdated,
    isMissed: false,
    since: undefined,
    hear(from, fields) {
      const now = clock.now();
      record.heardAt = now;
      // Not a reason by itself to notify a tab, because every message changes it.
      client.lastUpdated = now;
      let news = newFields(client, fields);
      if (client.isOffline) news = withNews(news, { isOffline: false });
      if (client.userId !== from.userId || client.authType !== from.authType) {
        news = withNews(news, { userId: from.userId, authType: from.authType });
        trace.address = addressOf(from);
      }
      if (news) change(Object.assign(news, { lastUpdated: now }));
    },
    note,
    markOffline(withConnection) {
      record.isMissed = withConnection;
      note({ isOffline: true });
    },
    countQuality: quality.count,
    requestInfo,
    helloReceived(since) {
      stopLeaving();
      record.since = since ?? record.since;
    },
    leaveAfter(ms, gone) {
      stopLeaving();
      stopLeaving = clock.after(ms, gone);
    },
    stop() {
      quality.stop();
      stopRequests();
      stopLeaving();
    },
  };
  return record;
}

const addressOf = ({ clientId, userId, authType }: DeviceAddress): DeviceAddress => ({
  clientId,
  userId,
  authType,
});

/** Removes undefined fields, because a new record has nothing to delete. */
const withoutUndefined = (fields: Partial<LiveClient>): Partial<LiveClient> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const withNews = (news: Partial<LiveClient> | undefined, more: Partial<LiveClient> | undefined) =>
  news && more ? Object.assign(news, more) : (news ?? more);
