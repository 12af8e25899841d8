/** Whom the action bar of the group screen acts on: the devices that are selected and here. */
import { subscribe } from 'valtio/vanilla';
import { type DeviceCondition, systemOf } from '#domain/device-actions.ts';
import { isLocked, isMuted } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/live-worker.ts';
import type { ActionPlace, ActionTarget, TargetStore } from '../../actions/action-target.ts';
import type { DeviceStore } from '../../live/device-store.ts';
import { deviceTitle, personName } from './card-facts.ts';
import { m } from './messages.ts';

const isSharing = (statuses: LiveClient['statuses']): boolean =>
  Boolean(statuses?.screenShared || statuses?.shareScreen || statuses?.screenshareSessionIds?.length);

/** What the rules of actions ask about a device of the group. Who has fallen silent is asked, too: it may only be slow. */
export const conditionOf = ({ info, statuses }: Pick<LiveClient, 'info' | 'statuses'>): DeviceCondition => ({
  system: systemOf(info?.type),
  isOnline: info !== undefined,
  isLocked: isLocked(statuses),
  isMuted: isMuted(statuses),
  areInputsBlocked: statuses?.inputsBlocked ?? false,
  fullScreen: statuses?.fullScreen,
  isSharing: isSharing(statuses),
});

function targetOf(client: LiveClient): ActionTarget {
  const { clientId, userId, authType, info } = client;
  return {
    key: clientId,
    recipient: { clientId, userId, authType },
    deviceId: info?.deviceId,
    userId: authType === 'user' ? userId : undefined,
    name: personName(client) ?? (deviceTitle(client) || m.unknownUser),
    condition: conditionOf(client),
  };
}

/** Targets are plain data. */
const isSame = (a: ActionTarget | undefined, b: ActionTarget) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The devices of these ids that are here. What a device reports besides makes no new targets: tabs and pictures come all
 * the time.
 */
function createDeviceTargets(
  devices: Pick<DeviceStore, 'get'>,
  source: Pick<TargetStore, 'subscribe'> & { ids(): readonly string[] },
): TargetStore {
  const known = new Map<string, { client: LiveClient; target: ActionTarget }>();
  let list: readonly ActionTarget[] = [];

  function current(client: LiveClient): ActionTarget {
    const before = known.get(client.clientId);
    if (before?.client === client) return before.target;
    const next = targetOf(client);
    const target = before && isSame(before.target, next) ? before.target : next;
    known.set(client.clientId, { client, target });
    return target;
  }

  return {
    subscribe: source.subscribe,
    get() {
      const next = source.ids().flatMap((clientId) => {
        const client = devices.get(clientId);
        if (client) return current(client);
        known.delete(clientId);
        return [];
      });
      if (next.length !== list.length || next.some((target, at) => target !== list[at])) list = next;
      return list;
    },
  };
}

export const createSelectionTargets = (
  devices: Pick<DeviceStore, 'get' | 'subscribeChanges'>,
  selection: Record<string, true>,
): TargetStore =>
  createDeviceTargets(devices, {
    ids: () => Object.keys(selection),
    subscribe(call) {
      const stops = [subscribe(selection, call), devices.subscribeChanges(call)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  });

export const groupPlace = (
  { id, title }: { id: string; title: string },
  devices: Pick<DeviceStore, 'ids' | 'get' | 'subscribeChanges'>,
): ActionPlace => ({
  kind: 'group',
  groupId: id,
  title,
  isWhole(targets) {
    const meant = new Set(targets.map(({ key }) => key));
    const ids = devices.ids();
    // None are known once the group is not watched any more.
    return ids.length > 0 && ids.every((clientId) => meant.has(clientId));
  },
  sharing: createDeviceTargets(devices, {
    ids: () => devices.ids().filter((clientId) => isSharing(devices.get(clientId)?.statuses)),
    subscribe: devices.subscribeChanges,
  }),
});
