/** Whom the action bar of this screen acts on: its device, also while only the directory knows it. */
import { awayCondition } from '#domain/devices/device-actions.ts';
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { ActionTarget, TargetStore } from '../../features/action-bar/action-target.ts';
import { createDeviceTargets } from '../../features/device-card/device/device-targets.ts';
import type { DeviceStore } from '../../live/device-store.ts';

export type AwayDevice = {
  clientId: string;
  /** Of the directory. */
  deviceId: string | undefined;
  userId: string | undefined;
  name: string;
  type: DeviceType | undefined;
};

const awayTarget = ({ clientId, deviceId, userId, name, type }: AwayDevice): ActionTarget => ({
  key: clientId,
  recipient: undefined,
  deviceId,
  userId,
  name,
  condition: awayCondition(type),
});

/** `away`: what it is while it is not connected; undefined: nobody knows it. */
export function createSingleTarget(
  devices: Pick<DeviceStore, 'get' | 'subscribeChanges'>,
  clientId: string,
  away: AwayDevice | undefined,
): TargetStore {
  const connected = createDeviceTargets(devices, {
    ids: () => [clientId],
    subscribe: devices.subscribeChanges,
  });
  const absent = away === undefined ? [] : [awayTarget(away)];
  return {
    subscribe: connected.subscribe,
    get() {
      const here = connected.get();
      return here.length > 0 ? here : absent;
    },
  };
}
