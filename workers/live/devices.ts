/** What the devices of each watched group have reported, merged to one record a client (part 3 §4, STORE-12). */
import { TIMING } from '#domain/timing.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';
import type { ClientChange, LiveClient } from '#protocol/live-worker.ts';
import type { Clock } from './clock.ts';
import type { DeviceAddress, FeedbackRecord } from './live-message.ts';
import { isSame } from './same-value.ts';

export type DevicesDeps = {
  clock: Clock;
  onChange(groupId: string, change: ClientChange): void;
  onRemoved(groupId: string, clientId: string): void;
  /** It speaks, but who it is did not come with it: it joined after the demand, or was dropped and is back. */
  onStranger(groupId: string, device: DeviceAddress): void;
  /** They have just gone offline: dead, or no longer asked (it lost our demands). */
  onSilent(groupId: string, devices: readonly DeviceAddress[]): void;
};

export type Devices = {
  open(groupId: string): void;
  close(groupId: string): void;
  merge(groupId: string, feedback: FeedbackRecord): void;
  /** A thumbnail's sender is there, too; quality below `expected` counts (part 1 §4). */
  mergeThumbnail(
    groupId: string,
    device: DeviceAddress,
    thumbnail: { properties: ThumbnailProperties; expected: number | undefined },
  ): void;
  /** A last will; `since` is that of the lost connection's presence. */
  leave(device: DeviceAddress, since: number): void;
  /** Nobody can be heard (`false`), or again (`true`): silence in between is nobody's fault. */
  setListening(groupId: string, listening: boolean): void;
  setConnected(connected: boolean): void;
  list(groupId: string): readonly LiveClient[];
  get(groupId: string, clientId: string): LiveClient | undefined;
  stop(): void;
};

type Device = {
  client: LiveClient;
  heardAt: number;
  /** `since` of the presence of its present connection, where its hello said so. */
  since: number | undefined;
  wrongQuality: number;
  stopLowQuality: (() => void) | undefined;
  stopStranger: (() => void) | undefined;
};
type Group = { devices: Map<string, Device>; listening: boolean; listeningSince: number };

/** Part 1 §9: thumbnail mismatch threshold, more than 5. */
const WRONG_QUALITY_LIMIT = 5;
/** The answers to one demand come in any order; the information should be among them by then. */
const STRANGER_AFTER_MS = 1_000;

export function createDevices(deps: DevicesDeps): Devices {
  const { clock } = deps;
  const groups = new Map<string, Group>();
  let connected = false;
  let stopTick: (() => void) | undefined;

  function tick() {
    const now = clock.now();
    for (const [groupId, group] of groups) {
      if (!group.listening) continue;
      const silent: DeviceAddress[] = [];
      for (const [clientId, device] of group.devices) {
        const silentMs = now - Math.max(device.heardAt, group.listeningSince);
        // Without a connection cards are stale, not gone (decision 31).
        if (connected && silentMs > TIMING.droppedAfterMs) remove(groupId, clientId);
        else if (silentMs > TIMING.offlineAfterMs && !device.client.isOffline) {
          change(groupId, device, { isOffline: true });
          silent.push(device.client);
        }
      }
      if (connected && silent.length > 0) deps.onSilent(groupId, silent);
    }
  }

  function change(groupId: string, device: Device, fields: Partial<LiveClient>) {
    Object.assign(device.client, fields);
    deps.onChange(groupId, { clientId: device.client.clientId, ...fields });
  }

  function remove(groupId: string, clientId: string) {
    const group = groups.get(groupId);
    const device = group?.devices.get(clientId);
    if (!group || !device) return;
    stopTimers(device);
    group.devices.delete(clientId);
    deps.onRemoved(groupId, clientId);
  }

  /** The device's record, with `fields` merged; only what differs is told on. */
  function hear(groupId: string, from: DeviceAddress, fields: Partial<LiveClient>): Device | undefined {
    const group = groups.get(groupId);
    if (!group) return undefined;
    const now = clock.now();
    let device = group.devices.get(from.clientId);
    if (!device) {
      const { clientId, userId, authType } = from;
      const client: LiveClient = {
        clientId,
        userId,
        authType,
        isOffline: false,
        lastUpdated: now,
        ...fields,
      };
      const stopStranger = clock.after(STRANGER_AFTER_MS, () => {
        if (!client.info) deps.onStranger(groupId, from);
      });
      device = {
        client,
        heardAt: now,
        since: undefined,
        wrongQuality: 0,
        stopLowQuality: undefined,
        stopStranger,
      };
      group.devices.set(clientId, device);
      deps.onChange(groupId, { ...client });
      return device;
    }
    device.heardAt = now;
    const { client } = device;
    const different: Record<string, unknown> = {};
    const told = { userId: from.userId, authType: from.authType, isOffline: false, ...fields };
    for (const [key, value] of Object.entries(told)) {
      if (!isSame(client[key as keyof LiveClient], value)) different[key] = value;
    }
    // `lastUpdated` alone is no reason to wake a tab: every message changes it.
    client.lastUpdated = now;
    if (Object.keys(different).length > 0) change(groupId, device, { ...different, lastUpdated: now });
    return device;
  }

  function countQuality(groupId: string, device: Device, quality: number, expected: number | undefined) {
    if (expected === undefined || quality >= expected) {
      device.wrongQuality = 0;
      return;
    }
    device.wrongQuality += 1;
    if (device.wrongQuality <= WRONG_QUALITY_LIMIT || device.stopLowQuality) return;
    device.wrongQuality = 0;
    change(groupId, device, { lowQuality: true });
    device.stopLowQuality = clock.after(TIMING.qualityMismatchDropMs, () => {
      device.stopLowQuality = undefined;
      change(groupId, device, { lowQuality: false });
    });
  }

  return {
    open(groupId) {
      if (groups.has(groupId)) return;
      groups.set(groupId, { devices: new Map(), listening: true, listeningSince: clock.now() });
      stopTick ??= clock.every(TIMING.mergeTickMs, tick);
    },
    close(groupId) {
      for (const device of groups.get(groupId)?.devices.values() ?? []) stopTimers(device);
      groups.delete(groupId);
      if (groups.size > 0) return;
      stopTick?.();
      stopTick = undefined;
    },
    merge(groupId, { kind, record }) {
      const device = hear(groupId, record, feedbackFields({ kind, record } as FeedbackRecord));
      if (device && kind === 'hello') device.since = record.since ?? device.since;
    },
    mergeThumbnail(groupId, from, { properties, expected }) {
      const { display, primary, quality, width, height } = properties;
      const device = hear(groupId, from, { thumbnail: { display, primary, quality, width, height } });
      if (device) countQuality(groupId, device, quality, expected);
    },
    leave({ clientId }, since) {
      for (const [groupId, group] of groups) {
        const known = group.devices.get(clientId)?.since;
        // A takeover: the will belongs to a connection that a newer one has replaced.
        if (known !== undefined && known !== since) continue;
        remove(groupId, clientId);
      }
    },
    setListening(groupId, listening) {
      const group = groups.get(groupId);
      if (!group || group.listening === listening) return;
      group.listening = listening;
      group.listeningSince = clock.now();
    },
    setConnected(next) {
      if (next && !connected) for (const group of groups.values()) group.listeningSince = clock.now();
      connected = next;
    },
    list: (groupId) => [...(groups.get(groupId)?.devices.values() ?? [])].map((device) => device.client),
    get: (groupId, clientId) => groups.get(groupId)?.devices.get(clientId)?.client,
    stop() {
      for (const groupId of [...groups.keys()]) this.close(groupId);
    },
  };
}

function stopTimers(device: Device) {
  device.stopLowQuality?.();
  device.stopStranger?.();
}

function feedbackFields(feedback: FeedbackRecord): Partial<LiveClient> {
  switch (feedback.kind) {
    case 'hello':
      return {};
    case 'info': {
      // The time changes with every report and says nothing about the device.
      return { info: { ...feedback.record, lastUpdated: 0 } };
    }
    case 'tabs':
      return { tabs: feedback.record.tabs };
    case 'applications':
      return { applications: feedback.record.applications };
    case 'statuses':
      return { statuses: { ...feedback.record, lastUpdated: 0 } };
  }
}
