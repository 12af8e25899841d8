/** The inventory of the site as a screen shows it: read while somebody looks, and kept up with what is announced. */
import { useEffect, useMemo } from 'react';
import { INVENTORY_RESOURCE } from '#protocol/rest/device-inventory.ts';
import type { InventoryReading } from '#protocol/threads/inventory-worker.ts';
import { liveConnection } from '../../../live/live-connection.ts';
import { onChangesMissed } from '../../../live/on-changes-missed.ts';
import { inventoryClient } from '../../../rest/inventory/inventory-client.ts';
import { useRoles } from '../../../session/session-store.ts';
import { useObservable } from '../../../ui/use-observable.ts';

/** Devices whose records are other now. A device that was deleted has none. */
function followChanges(): () => void {
  return liveConnection.onNotifications((changes) => {
    const ids = changes.flatMap(({ resource, id, change }) =>
      id !== undefined &&
      (resource === INVENTORY_RESOURCE || (resource === 'devices' && change === 'deleted'))
        ? [id]
        : [],
    );
    inventoryClient.changed(ids);
  });
}

/** How the reading stands; how far it is is left to who shows it, because it changes all the time. */
export type ReadingPhase = Pick<InventoryReading, 'name' | 'code' | 'keptAt'>;

export function useInventory(): ReadingPhase {
  const { groupMaintainer } = useRoles();
  useEffect(() => {
    // Who is no maintainer any more keeps nothing of it open.
    if (!groupMaintainer) return inventoryClient.end();
    const stops = [
      inventoryClient.attach(),
      followChanges(),
      onChangesMissed(liveConnection.connection, inventoryClient.refresh),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [groupMaintainer]);
  const name = useObservable(inventoryClient.reading, () => inventoryClient.reading.get().name);
  const code = useObservable(inventoryClient.reading, () => inventoryClient.reading.get().code);
  const keptAt = useObservable(inventoryClient.reading, () => inventoryClient.reading.get().keptAt);
  return useMemo(() => ({ name, code, keptAt }), [name, code, keptAt]);
}
