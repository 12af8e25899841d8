/** One client in one watched place: its record as it was merged, and what is counted and waited for beside it. */

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
  /** The device speaks, but has not said who it is. */
  onStranger(place: string, device: DeviceAddress, isAskedAgain: boolean): void;
};

export type DeviceRecord = {
  readonly client: LiveClient;
  readonly trace: Trace;
  readonly address: DeviceAddress;
  heardAt: number;
  /** The device was there when the connection was lost, and was not heard again yet. */
  readonly isMissed: boolean;
  /** `since` of the presence of its present connection, where its hello said so. */
  since: number | undefined;
  /** Merges what was reported; only what differs is told on. */
  hear(from: DeviceAddress, fields: Partial<LiveClient>): void;
  /** What is known of the device by other ways than its reports. */
  note(fields: Partial<LiveClient>): void;
  countQuality(quality: number, expected: number | undefined): void;
  /** The device is taken for offline. `withConnection`: it may be there, but cannot be heard. */
  miss(withConnection: boolean): void;
  /** Where the device has not said who it is. */
  askWhoItIs(): void;
  /** The device has come, or come again; `since` is that of its connection's presence. */
  greets(since: number | undefined): void;
  /** Calls `gone` after so long, unless the device says hello before. */
  leaveAfter(ms: number, gone: () => void): void;
  stop(): void;
};

/** The answers to one demand come in any order; the information should be among them by then. */
const STRANGER_AFTER_MS = 1_000;
/** Until a device counts as one that does not answer what it was asked before. */
const ASK_AGAIN_AFTER_MS = 3_000;
const MAX_ASKED = 3;

export function createDeviceRecord(
  deps: DeviceRecordDeps,
  from: DeviceAddress,
  fields: Partial<LiveClient>,
): DeviceRecord {
  const { clock, log, notes, place } = deps;
  const client: LiveClient = { ...addressOf(from), isOffline: false, lastUpdated: clock.now() };
  Object.assign(client, given(fields), given(notes.of(client.clientId)));
  const trace = log.trace(place, addressOf(from));
  trace.info = client.info ?? trace.info;
  log.status(trace, 'online');
  const quality = createLowQuality({ clock, tell: (lowQuality) => change({ lowQuality }) });
  let stopAsking = clock.after(STRANGER_AFTER_MS, askWhoItIs);
  let stopLeaving = () => {};
  let asked = 0;

  function change(news: Partial<LiveClient>) {
    Object.assign(client, news);
    if (news.info) trace.info = news.info;
    if (news.isOffline !== undefined) log.status(trace, news.isOffline ? 'offline' : 'online');
    deps.onChange(place, Object.assign(news, { clientId: client.clientId }));
  }

  function askWhoItIs() {
    if (client.info || client.isOffline || asked >= MAX_ASKED) return;
    asked += 1;
    if (asked === 1) stopAsking = clock.after(ASK_AGAIN_AFTER_MS, askWhoItIs);
    deps.onStranger(place, addressOf(client), asked > 1);
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
      // Alone no reason to wake a tab: every message changes it.
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
    miss(withConnection) {
      record.isMissed = withConnection;
      note({ isOffline: true });
    },
    countQuality: quality.count,
    askWhoItIs,
    greets(since) {
      stopLeaving();
      record.since = since ?? record.since;
    },
    leaveAfter(ms, gone) {
      stopLeaving();
      stopLeaving = clock.after(ms, gone);
    },
    stop() {
      quality.stop();
      stopAsking();
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

/** Without the fields that are undefined: a new record has nothing that could be gone. */
const given = (fields: Partial<LiveClient>): Partial<LiveClient> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const withNews = (news: Partial<LiveClient> | undefined, more: Partial<LiveClient> | undefined) =>
  news && more ? Object.assign(news, more) : (news ?? more);
