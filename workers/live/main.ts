/** The live worker's entry: wires clock, broker, locks and decoder, and exposes `LiveWorker` to tabs. */
import '#protocol/first-fault.ts';
import * as Comlink from 'comlink';
import { liveWorkerLockName, tabLockName } from '#protocol/threads/live-worker.ts';
import { openMqttTransport } from './broker/mqtt-transport.ts';
import { createLive } from './live.ts';
import { steadyClock } from './steady-clock.ts';
import { decodePicture } from './thumbnails/decode-picture.ts';

const live = createLive({
  clock: steadyClock,
  random: Math.random,
  newId: () => crypto.randomUUID(),
  openTransport: openMqttTransport,
  // The tab holds its lock while it is open, so a granted lock means that the tab has ended.
  tabEnded: (tabId, signal) => navigator.locks.request(tabLockName(tabId), { signal }, () => {}),
  // Tabs wait for this lock: a terminated worker cannot notify them, but the browser releases its locks.
  holdLock: (instance) =>
    new Promise((held) => {
      void navigator.locks.request(liveWorkerLockName(instance), () => {
        held();
        return new Promise<never>(() => {});
      });
    }),
  decode: decodePicture,
  copy: (bitmap) => createImageBitmap(bitmap),
  log: (text) => console.warn(`[live] ${text}`),
  debug: (text) => console.debug(`[live] ${text}`),
});

self.addEventListener('online', () => live.online());

if ('onconnect' in self) {
  const scope = self as unknown as { onconnect: (event: MessageEvent) => void };
  scope.onconnect = ({ ports: [port] }) => port && Comlink.expose(live, port);
} else {
  // A dedicated worker for one tab, if SharedWorker is missing.
  Comlink.expose(live);
}
