/**
 * The targets of the group screen's action bar: the selected devices that are connected, and the selected
 * computers that are switched off.
 */
import { subscribe } from 'valtio/vanilla';
import type {
  ActionPlace,
  ActionTarget,
  AwayTargets,
  TargetStore,
} from '#features/action-bar/action-target.ts';
import type { DeviceStore } from '#live/device-store.ts';
import { createDeviceTargets, isSharing } from '../device/device-targets.ts';

/** `absent`: the members of the group that are not connected, by the keys of their cards. */
export function createSelectionTargets(
  devices: Pick<DeviceStore, 'get' | 'subscribeChanges'>,
  selection: Record<string, true>,
  absent: { of(key: string): { target: ActionTarget | undefined } | undefined } = { of: () => undefined },
): TargetStore {
  const here = createDeviceTargets(devices, {
    ids: () => Object.keys(selection),
    subscribe(call) {
      const stops = [subscribe(selection, call), devices.subscribeChanges(call)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
  let known: { here: readonly ActionTarget[]; away: readonly ActionTarget[] } | undefined;
  let list: readonly ActionTarget[] = [];
  return {
    subscribe: here.subscribe,
    get() {
      const away = Object.keys(selection).flatMap((key) => absent.of(key)?.target ?? []);
      const next = { here: here.get(), away };
      const isSame =
        known?.here === next.here &&
        known.away.length === away.length &&
        away.every((target, at) => target === known?.away[at]);
      if (!isSame) {
        known = next;
        list = away.length === 0 ? next.here : [...next.here, ...away];
      }
      return list;
    },
  };
}

export const groupPlace = (
  { id, title }: { id: string; title: string },
  devices: Pick<DeviceStore, 'ids' | 'get' | 'subscribeChanges'>,
  away?: AwayTargets,
): ActionPlace => ({
  kind: 'group',
  groupId: id,
  title,
  isWhole(targets) {
    const keys = new Set(targets.map(({ key }) => key));
    const ids = devices.ids();
    // The ids are empty once the group is not watched any more. A single connected device is not treated as a
    // class.
    return ids.length > 1 && ids.every((clientId) => keys.has(clientId));
  },
  ...(away && { away }),
  deviceCount: () => devices.ids().length,
  sharing: createDeviceTargets(devices, {
    ids: () => devices.ids().filter((clientId) => isSharing(devices.get(clientId)?.statuses)),
    subscribe: devices.subscribeChanges,
  }),
});
