/**
 * What devices are asked to report, per group: held by watches, united, published on change, repeated before it
 * expires, cancelled 5 s after the last holder left (part 3 §4; RT-37, RT-38).
 */
import { TIMING } from '#domain/timing.ts';
import type { Demand, DemandType } from '#protocol/demand.ts';
import type { WatchRequest } from '#protocol/live-worker.ts';
import type { Target } from '#protocol/topics.ts';
import type { Clock } from './clock.ts';
import { uniteDemands } from './demand-union.ts';
import type { DeviceAddress } from './live-message.ts';
import type { Outcome } from './mqtt-transport.ts';
import { isSame } from './same-value.ts';

export type DemandsDeps = {
  clock: Clock;
  /** Publishes to a target; feedback goes to the group's feedback topic. */
  publish(target: Target, demand: Demand, groupId: string): Promise<Outcome>;
  /** The thumbnails demand was published; `fresh`: devices may have no patches of it any more. */
  onThumbnailsDemand(groupId: string, fresh: boolean): void;
};

export type Demands = {
  /** Adds a holder, or changes what it asks for. */
  hold(key: string, request: WatchRequest): void;
  /** `after-grace`: the screen went away and may come back; `now`: nobody looks at it. */
  release(key: string, when: 'now' | 'after-grace'): void;
  /** Publishes everything of a group again. */
  refresh(groupId: string): void;
  /** Publishes a group's demands to one client, at most once in a second (hello, or a device not known). */
  repeatTo(groupId: string, device: DeviceAddress): void;
  /** As `repeatTo`, but with one publish for all when they are many. */
  repeatToMany(groupId: string, devices: readonly DeviceAddress[]): void;
  /** After (re)connecting: everything if the broker lost the session, else what could not be sent. */
  reconnected(resumed: boolean): void;
  /** JPEG quality that a group's devices are asked for, if any. */
  quality(groupId: string): number | undefined;
  clear(): void;
};

type Sent = { demand: Demand; delivered: boolean };
type Group = {
  holders: Map<string, WatchRequest>;
  /** The last word on each type, cancels included until they are delivered. */
  sent: Map<DemandType, Sent>;
  repeatedAt: Map<string, number>;
  stopRefresh: (() => void) | undefined;
};

const REPEAT_MS = 1_000;
/** From here on one message to the whole group costs less than one to each. */
const MANY = 8;

export function createDemands(deps: DemandsDeps): Demands {
  const { clock } = deps;
  const groups = new Map<string, Group>();
  const leaving = new Map<string, () => void>();

  function groupOf(groupId: string): Group {
    let group = groups.get(groupId);
    if (!group) {
      group = { holders: new Map(), sent: new Map(), repeatedAt: new Map(), stopRefresh: undefined };
      groups.set(groupId, group);
    }
    return group;
  }

  function send(groupId: string, group: Group, demand: Demand, fresh = demand.TTL === 0) {
    const type = demand['demand-type'];
    const entry: Sent = { demand, delivered: false };
    group.sent.set(type, entry);
    if (type === 'thumbnails') deps.onThumbnailsDemand(groupId, fresh);
    void deps.publish({ to: 'group', groupId }, demand, groupId).then((outcome) => {
      // A refusal is the broker's last word on it: asking again changes nothing.
      entry.delivered = outcome !== 'unsent';
      if (entry.delivered && demand.TTL === 0 && group.sent.get(type) === entry) {
        group.sent.delete(type);
        drop(groupId, group);
      }
    });
  }

  /** Publishes the difference between what is wanted and what was said last. */
  function settle(groupId: string, group: Group) {
    const wanted = uniteDemands(group.holders.values());
    for (const [type, demand] of wanted) {
      if (!isSame(group.sent.get(type)?.demand, demand)) send(groupId, group, demand);
    }
    for (const [type, { demand }] of group.sent) {
      if (!wanted.has(type) && demand.TTL > 0) send(groupId, group, { ...demand, TTL: 0 });
    }
    if (wanted.size > 0) group.stopRefresh ??= clock.every(TIMING.demandRefreshMs, () => repeat(groupId));
    else {
      group.stopRefresh?.();
      group.stopRefresh = undefined;
    }
    drop(groupId, group);
  }

  function repeat(groupId: string) {
    const group = groups.get(groupId);
    if (group) for (const { demand } of [...group.sent.values()]) send(groupId, group, demand);
  }

  function repeatTo(groupId: string, device: DeviceAddress) {
    const { clientId, userId, authType } = device;
    const group = groups.get(groupId);
    if (!group || group.holders.size === 0) return;
    const now = clock.now();
    if (now - (group.repeatedAt.get(device.clientId) ?? 0) < REPEAT_MS) return;
    group.repeatedAt.set(device.clientId, now);
    for (const { demand } of group.sent.values()) {
      if (demand.TTL > 0) void deps.publish({ to: 'client', clientId, userId, authType }, demand, groupId);
    }
  }

  function drop(groupId: string, group: Group) {
    if (group.holders.size === 0 && group.sent.size === 0) groups.delete(groupId);
  }

  function remove(key: string, exceptGroup?: string) {
    leaving.get(key)?.();
    leaving.delete(key);
    for (const [groupId, group] of groups) {
      if (groupId !== exceptGroup && group.holders.delete(key)) settle(groupId, group);
    }
  }

  return {
    hold(key, request) {
      remove(key, request.groupId);
      const group = groupOf(request.groupId);
      group.holders.set(key, request);
      settle(request.groupId, group);
    },
    release(key, when) {
      if (when === 'now') remove(key);
      else if (!leaving.has(key))
        leaving.set(
          key,
          clock.after(TIMING.demandGraceMs, () => remove(key)),
        );
    },
    refresh: repeat,
    repeatTo,
    repeatToMany(groupId, devices) {
      if (devices.length >= MANY) repeat(groupId);
      else for (const device of devices) repeatTo(groupId, device);
    },
    reconnected(resumed) {
      for (const [groupId, group] of groups) {
        for (const { demand, delivered } of [...group.sent.values()]) {
          if (!resumed || !delivered) send(groupId, group, demand, !resumed);
        }
      }
    },
    quality(groupId) {
      const demand = groups.get(groupId)?.sent.get('thumbnails')?.demand;
      return demand && demand.TTL > 0 ? Number(demand['demand-parameters'].quality) : undefined;
    },
    clear() {
      for (const stop of leaving.values()) stop();
      leaving.clear();
      for (const group of groups.values()) group.stopRefresh?.();
      groups.clear();
    },
  };
}
