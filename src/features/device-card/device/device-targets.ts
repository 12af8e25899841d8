/** Derives the action bar's targets from the reports of connected devices. */
import { abilitiesOf } from '#domain/devices/device-abilities.ts';
import type { DeviceCondition } from '#domain/devices/device-actions.ts';
import type { ActionTarget, TargetStore } from '#features/action-bar/action-target.ts';
import { deviceTitle, personName } from '#live/device-facts.ts';
import type { DeviceStore } from '#live/device-store.ts';
import { isLocked, isLockedByPolicy, isMuted, isMutedByPolicy } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { m } from '../messages.ts';

export const isSharing = (statuses: LiveClient['statuses']): boolean =>
  Boolean(statuses?.screenShared || statuses?.shareScreen || statuses?.screenshareSessionIds?.length);

/**
 * The facts that the rules of actions need about a device. A silent or reconnected device without details is
 * included, because it receives messages: locking a class leaves no device out.
 */
export const conditionOf = ({ info, statuses }: Pick<LiveClient, 'info' | 'statuses'>): DeviceCondition => ({
  ...abilitiesOf(info),
  isOnline: true,
  isLocked: isLocked(statuses),
  isMuted: isMuted(statuses),
  ...(isLockedByPolicy(statuses) && { isLockedByPolicy: true }),
  ...(isMutedByPolicy(statuses) && { isMutedByPolicy: true }),
  areInputsBlocked: statuses?.inputsBlocked ?? false,
  fullScreen: statuses?.fullScreen,
  isSharing: isSharing(statuses),
});

function targetOf(client: LiveClient): ActionTarget {
  const { clientId, userId, authType, info, statuses } = client;
  const displays = info?.displays.map(({ id, name, primary }) => ({ id, name, primary })) ?? [];
  const shareSessionIds = statuses?.screenshareSessionIds ?? [];
  return {
    key: clientId,
    recipient: { clientId, userId, authType },
    deviceId: info?.deviceId,
    userId: authType === 'user' ? userId : undefined,
    name: personName(client) ?? (deviceTitle(client) || m.unknownUser),
    condition: conditionOf(client),
    ...(displays.length > 0 && { displays }),
    ...(shareSessionIds.length > 0 && { shareSessionIds }),
    ...(statuses?.remoteControl && { controller: statuses.remoteControl }),
  };
}

/** Targets are plain data. */
const isSame = (a: ActionTarget | undefined, b: ActionTarget) => JSON.stringify(a) === JSON.stringify(b);

/** The connected devices among these ids. Reports of tabs and pictures create no new targets. */
export function createDeviceTargets(
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

  function forgetOthers(targets: readonly ActionTarget[]): void {
    const keys = new Set(targets.map(({ key }) => key));
    for (const clientId of known.keys()) if (!keys.has(clientId)) known.delete(clientId);
  }

  return {
    subscribe: source.subscribe,
    get() {
      const next = source.ids().flatMap((clientId) => {
        const client = devices.get(clientId);
        return client ? current(client) : [];
      });
      if (known.size > next.length) forgetOthers(next);
      if (next.length !== list.length || next.some((target, at) => target !== list[at])) list = next;
      return list;
    },
  };
}
