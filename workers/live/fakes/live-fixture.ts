/** The whole live worker on a fake clock and a fake broker, with tabs that acknowledge their batches. */

import { createFakeClock, settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { LiveBatch, WatchRequest } from '#protocol/threads/live-worker.ts';
import { createLive } from '../live.ts';
import { createFakeBitmaps } from './fake-bitmap.ts';
import { createFakeBroker, fakeToken } from './fake-broker.ts';
import { createFakePort } from './fake-port.ts';

/** Prefix of the topics of the only site in these tests, and of its tutor. */
export const S = 'demo/riverside';
export const T = `${S}/tutors/t1/v1`;
const session = { tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' };

export const watchRequest: WatchRequest = {
  of: { groupId: 'g1' },
  feeds: ['info', 'thumbnails'],
  thumbnails: { quality: 10, intervalMs: 5_000, width: 320, height: 180 },
};

const userProperties = (clientId: string) => ({
  userId: `u-${clientId}`,
  authType: 'user',
  display: 'd1',
  primary: '1',
  quality: '10',
  width: '320',
  height: '180',
  at: '1000',
});

export function setUpLive() {
  const clock = createFakeClock();
  const broker = createFakeBroker();
  const bitmaps = createFakeBitmaps();
  const ended = new Map<string, () => void>();
  const logged: string[] = [];
  const debugged: string[] = [];
  const transferred: Transferable[] = [];
  let lastId = 0;
  const live = createLive({
    clock,
    random: () => 0,
    newId: () => `id${++lastId}`,
    openTransport: broker.open,
    tabEnded: (tabId) => new Promise((resolve) => ended.set(tabId, resolve)),
    holdLock: () => Promise.resolve(),
    decode: async () => bitmaps.make(),
    copy: async () => bitmaps.make(),
    log: (text) => logged.push(text),
    debug: (text) => debugged.push(text),
  });
  /** A tab that acknowledges its batches, and closes the bitmaps that it receives. */
  function openTab(tabId: string, options: { visible?: boolean; answers?: boolean } = {}) {
    const batches: LiveBatch[] = [];
    const { port, acknowledge } = createFakePort((batch, transfer) => {
      batches.push(batch);
      transferred.push(...transfer);
      for (const frame of batch.frames ?? []) frame.bitmap.close();
      if (options.answers !== false) queueMicrotask(() => acknowledge(batch.seq));
    });
    const token = fakeToken(clock.now() + 900_000);
    void live.attach({ tabId, session, visible: options.visible ?? true, token }, port, {
      freshToken: async () => fakeToken(clock.now() + 900_000),
    });
    return {
      take: () => batches.splice(0),
      end: () => ended.get(tabId)?.(),
    };
  }
  const report = (clientId: string) => {
    const record = { clientId, userId: `u-${clientId}`, authType: 'user', lastUpdated: 1 };
    broker.deliver(`${S}/groups/g1/feedback/${clientId}/info`, { ...record, device: { hostname: clientId } });
  };
  const hello = (clientId: string, more: { userId?: string; authType?: string; since?: number } = {}) => {
    const record = { clientId, userId: `u-${clientId}`, authType: 'user', lastUpdated: 1, ...more };
    broker.deliver(`${S}/groups/g1/feedback/${clientId}/hello`, record);
  };
  const show = (clientId: string) =>
    broker.deliver(`${S}/groups/g1/feedback/${clientId}/thumbnail`, new Uint8Array(8), {
      contentType: 'image/jpeg',
      userProperties: userProperties(clientId),
    });
  const demands = () =>
    broker
      .take()
      .filter(({ topic }) => topic.endsWith('/demands'))
      .map(({ topic, payload }) => {
        const demand = JSON.parse(payload);
        return `${topic.replace(`${S}/tutors/t1/v1/`, '')} ${demand['demand-type']} ${demand.TTL}`;
      });
  const framesOf = (batches: LiveBatch[]) => batches.flatMap((batch) => batch.frames ?? []);
  /** Each token lives a little longer than the previous one. */
  let tokens = 0;
  const freshToken = () => {
    tokens += 1;
    return fakeToken(clock.now() + 1_000_000 + tokens * 1_000);
  };
  return {
    transferred,
    freshToken,
    clock,
    broker,
    bitmaps,
    live,
    logged,
    debugged,
    openTab,
    report,
    hello,
    show,
    demands,
    framesOf,
  };
}

/** A tab `a` watches the group, and its first demands were sent. */
export async function setUpWatch(request: WatchRequest = watchRequest) {
  const worker = setUpLive();
  const tab = worker.openTab('a');
  worker.live.watch('a', 'w1', request);
  await settlePromises();
  worker.demands();
  return { ...worker, tab };
}
