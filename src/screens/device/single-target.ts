/** The target of this screen's action bar. It exists also while only the directory knows the device. */
import { awayCondition } from '#domain/devices/device-actions.ts';
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { ActionTarget, TargetStore } from '#features/action-bar/action-target.ts';
import { createDeviceTargets } from '#features/device-card/device/device-targets.ts';
import type { DeviceStore } from '#live/device-store.ts';

export type AwayDevice = {
  clientId: string;
  /** Id in the directory. */
  deviceId: string | undefined;
  userId: string | undefined;
  name: string;
  type: DeviceType | undefined;
  isShutOut: boolean;
};

const awayTarget = ({ clientId, deviceId, userId, name, type, isShutOut }: AwayDevice): ActionTarget => ({
  key: clientId,
  recipient: undefined,
  deviceId,
  userId,
  name,
  condition: { ...awayCondition(type), ...(isShutOut && { isShutOut }) },
});

/** `away`: the device while it is disconnected; undefined where the directory does not know it. */
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
