/** The devices of one place on a fake clock, and their messages. */

import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';
import type { ClientChange, DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { FeedbackRecord } from '../broker/live-message.ts';
import { createDebugLog } from '../devices/debug-log.ts';
import { createDevices, type DevicesDeps } from '../devices/devices.ts';

export const from = { clientId: 'c1', userId: 'u1', authType: 'user' } as const;
export const base = { ...from, lastUpdated: 5 };
export const info = (hostname: string): FeedbackRecord => ({
  kind: 'info',
  record: { ...base, type: 'extension', version: '1', displays: [], device: { hostname } },
});
export const statuses = (privacy: boolean, lastUpdated = 5): FeedbackRecord => ({
  kind: 'statuses',
  record: {
    ...base,
    lastUpdated,
    privacy,
    shareScreen: false,
    screenShared: false,
    nameModal: false,
    screenshareSessionIds: [],
  },
});
export const tab = (tabId: string, active = false) => ({ tabId, title: `Tab ${tabId}`, url: '', active });
export const tabs = (...all: ReturnType<typeof tab>[]): FeedbackRecord => ({
  kind: 'tabs',
  record: { ...base, tabs: all },
});
export const application = (windowId: string, active = false) => ({
  appId: 'a',
  windowId,
  title: '',
  active,
});
export const applications = (...all: ReturnType<typeof application>[]): FeedbackRecord => ({
  kind: 'applications',
  record: { ...base, applications: all },
});
export const hello = (since?: number): FeedbackRecord => ({ kind: 'hello', record: { ...base, since } });
export const properties = (quality: number): ThumbnailProperties => ({
  userId: 'u1',
  authType: 'user',
  display: 'd1',
  primary: true,
  quality,
  width: 320,
  height: 180,
  at: 1,
});

export function setUp() {
  const clock = createFakeClock();
  const changes: ClientChange[] = [];
  const removed: string[] = [];
  const strangers: string[] = [];
  const silent: string[] = [];
  const nobody: string[] = [];
  const quiet: string[] = [];
  const log = createDebugLog({ clock });
  const devices = openDevices({
    clock,
    log,
    onChange: (_, change) => changes.push(change),
    onRemoved: (_, clientId) => removed.push(clientId),
    onUnidentifiedDevice: (_, { clientId }) => strangers.push(clientId),
    onSilent: (_, devices) => silent.push(...devices.map((device) => device.clientId)),
    onAbsent: (place) => nobody.push(place),
    onQuiet: (place) => quiet.push(place),
  });
  devices.open('g1');
  devices.setConnected(true);
  const trace = () => log.report('g1', { dropped: {}, isLookedAt: true }).clients[0];
  const take = () => changes.splice(0);
  return { clock, devices, changes, removed, strangers, silent, nobody, quiet, trace, take };
}

/** Devices that merge the feedback of watched places. */
function openDevices(deps: DevicesDeps) {
  const devices = createDevices(deps);
  return {
    ...devices,
    merge: (place: string, feedback: FeedbackRecord) => devices.at(place)?.merge(feedback) ?? false,
    mergeThumbnail(
      place: string,
      from: DeviceAddress,
      thumbnail: { properties: ThumbnailProperties; expected: number | undefined },
    ) {
      return devices.at(place)?.mergeThumbnail(from, thumbnail) ?? false;
    },
  };
}

/** Ticks are triggered by the test, as late as on a machine that is busy or was asleep. */
export function setUpTicks() {
  const began = 1_000_000;
  let now = began;
  let tick = () => {};
  const removed: string[] = [];
  const told: ClientChange[] = [];
  const clock = {
    now: () => now,
    after: () => () => {},
    every(_: number, call: () => void) {
      tick = call;
      return () => {};
    },
  };
  const devices = openDevices({
    clock,
    log: createDebugLog({ clock }),
    onChange: (_, change) => told.push(change),
    onRemoved: (_, clientId) => removed.push(clientId),
    onUnidentifiedDevice() {},
    onSilent() {},
    onAbsent() {},
    onQuiet() {},
  });
  devices.open('g1');
  devices.setConnected(true);
  return {
    devices,
    removed,
    told,
    tickAt(ms: number) {
      now = began + ms;
      tick();
    },
  };
}
