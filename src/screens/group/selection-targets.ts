/** Whom the action bar of the group screen acts on: the devices that are selected and here. */
import { subscribe } from 'valtio/vanilla';
import type { ActionPlace, TargetStore } from '../../actions/action-target.ts';
import { createDeviceTargets, isSharing } from '../../actions/device/device-targets.ts';
import type { DeviceStore } from '../../live/device-store.ts';

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
  deviceCount: () => devices.ids().length,
  sharing: createDeviceTargets(devices, {
    ids: () => devices.ids().filter((clientId) => isSharing(devices.get(clientId)?.statuses)),
    subscribe: devices.subscribeChanges,
  }),
});
