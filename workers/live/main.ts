/** The live worker's entry: wires the real clock, broker, locks and decoder, and offers `LiveWorker` to tabs. */
import * as Comlink from 'comlink';
import type { LiveAck, LiveWorker, TabFace } from '#protocol/threads/live-worker.ts';
import { liveWorkerLockName, tabLockName } from '#protocol/threads/live-worker.ts';
import { openMqttTransport } from './broker/mqtt-transport.ts';
import { systemClock } from './clock.ts';
import { createLive } from './live.ts';
import { decodePicture } from './thumbnails/decode-picture.ts';

const live = createLive({
  clock: systemClock,
  random: Math.random,
  newId: () => crypto.randomUUID(),
  openTransport: openMqttTransport,
  // The tab holds its lock as long as it lives, so being granted it means that the tab has ended.
  tabEnded: (tabId, signal) => navigator.locks.request(tabLockName(tabId), { signal }, () => {}),
  decode: decodePicture,
  copy: (bitmap) => createImageBitmap(bitmap),
  log: (text) => console.warn(`[live] ${text}`),
  debug: (text) => console.debug(`[live] ${text}`),
});

// Tabs wait for this lock: a worker that was ended cannot say so, but the browser releases what it held.
const instance = crypto.randomUUID();
const lockHeld = new Promise<void>((held) => {
  void navigator.locks.request(liveWorkerLockName(instance), () => {
    held();
    return new Promise<never>(() => {});
  });
});

const worker: LiveWorker = {
  async attach(tab, data, face) {
    data.onmessage = (event: MessageEvent<LiveAck>) => live.acknowledge(tab.tabId, event.data.ack);
    const { version } = live.attach(
      tab,
      (batch, transfer) => data.postMessage(batch, transfer),
      face as unknown as Comlink.Remote<TabFace>,
    );
    // A tab that asked for the lock first would be granted it.
    await lockHeld;
    return { version, instance };
  },
  detach: async (tabId) => live.detach(tabId),
  setVisible: async (tabId, visible) => live.setVisible(tabId, visible),
  setToken: async (tabId, token) => live.setToken(tabId, token),
  watch: async (tabId, watchId, request) => live.watch(tabId, watchId, request),
  rewatch: async (tabId, watchId, request) => live.rewatch(tabId, watchId, request),
  unwatch: async (tabId, watchId) => live.unwatch(tabId, watchId),
  look: async (tabId, watchId, view) => live.look(tabId, watchId, view),
  repaint: async (tabId, watchId, clientIds) => live.repaint(tabId, watchId, clientIds),
  refresh: async (tabId, watchId) => live.refresh(tabId, watchId),
  act: async (tabId, request, ageMs) => live.act(tabId, request, ageMs),
  forgetAction: async (tabId, actionId) => live.forgetAction(tabId, actionId),
  requestStopScreenShares: async (tabId, sessionIds) => live.requestStopScreenShares(tabId, sessionIds),
  watchActiveUsers: async (tabId) => live.watchActiveUsers(tabId),
  unwatchActiveUsers: async (tabId) => live.unwatchActiveUsers(tabId),
  watchArrivals: async (tabId, groupId) => live.watchArrivals(tabId, groupId),
  unwatchArrivals: async (tabId, groupId) => live.unwatchArrivals(tabId, groupId),
  joinRoom: async (tabId, roomId) => live.joinRoom(tabId, roomId),
  leaveRoom: async (tabId, roomId) => live.leaveRoom(tabId, roomId),
  sendToRoom: (tabId, roomId, message) => live.sendToRoom(tabId, roomId, message),
  debug: async (_, groupId) => live.debug(groupId),
  clearDebug: async (_, groupId) => live.clearDebug(groupId),
  knows: async (tabId) => live.knows(tabId),
  shutdown: () => live.shutdown(),
};

self.addEventListener('online', () => live.online());

if ('onconnect' in self) {
  const scope = self as unknown as { onconnect: (event: MessageEvent) => void };
  scope.onconnect = ({ ports: [port] }) => port && Comlink.expose(worker, port);
} else {
  // A dedicated worker for one tab, where SharedWorker is missing (architecture, rule 2).
  Comlink.expose(worker);
}
