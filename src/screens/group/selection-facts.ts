/** What the action bar needs of the selection, outside React: which actions make sense for it. */
import { subscribe } from 'valtio/vanilla';
import { availableActions, type DeviceAction, type DeviceCondition } from '#domain/device-actions.ts';
import { isLocked, isMuted } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/live-worker.ts';
import type { DeviceStore } from '../../live/device-store.ts';

export type SelectionFacts = { isEmpty: boolean; available: ReadonlySet<DeviceAction> };

export const conditionOf = ({ statuses }: Pick<LiveClient, 'statuses'>): DeviceCondition => ({
  isLocked: isLocked(statuses),
  isMuted: isMuted(statuses),
});

/** Those of the selection that are here. */
export function selectedDevices(
  devices: Pick<DeviceStore, 'get'>,
  selection: Readonly<Record<string, true>>,
): LiveClient[] {
  return Object.keys(selection).flatMap((clientId) => devices.get(clientId) ?? []);
}

const isSame = (a: SelectionFacts, b: SelectionFacts) =>
  a.isEmpty === b.isEmpty &&
  a.available.size === b.available.size &&
  [...a.available].every((action) => b.available.has(action));

/**
 * For `useSyncExternalStore`. Looked at once for all changes of a moment, and told only when the answer is another
 * one: selecting three hundred devices renders the bar once.
 */
export function createSelectionFacts(
  devices: Pick<DeviceStore, 'get' | 'subscribeChanges'>,
  selection: Record<string, true>,
) {
  let facts = read();

  function read(): SelectionFacts {
    const selected = selectedDevices(devices, selection);
    return { isEmpty: selected.length === 0, available: availableActions(selected.map(conditionOf)) };
  }

  return {
    get: () => facts,
    subscribe(call: () => void): () => void {
      const look = () => {
        const next = read();
        if (isSame(next, facts)) return;
        facts = next;
        call();
      };
      look();
      const stops = [subscribe(selection, look), devices.subscribeChanges(look)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
