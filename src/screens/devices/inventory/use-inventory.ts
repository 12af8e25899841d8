/** The inventory of the site: read while a screen shows it, and updated by notifications. */
import { useEffect, useMemo } from 'react';
import { liveConnection } from '#live/live-connection.ts';
import { onChangesMissed } from '#live/on-changes-missed.ts';
import { INVENTORY_RESOURCE } from '#protocol/rest/device-inventory.ts';
import type { InventoryReading } from '#protocol/threads/inventory-worker.ts';
import { inventoryClient } from '#rest/inventory/inventory-client.ts';
import { useRoles } from '#session/session-store.ts';
import { useObservable } from '#ui/use-observable.ts';

/** Forwards devices with changed records. A deleted device has no record. */
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

/** State of the reading without its progress, which changes often and has its own component. */
export type ReadingPhase = Pick<InventoryReading, 'name' | 'code' | 'keptAt'>;

export function useInventory(): ReadingPhase {
  const { groupMaintainer } = useRoles();
  useEffect(() => {
    // Drop the data if the user is no longer a maintainer.
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
