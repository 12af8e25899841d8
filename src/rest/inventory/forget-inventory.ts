/** Deletes the stored inventories of all users from this computer. */
import { INVENTORY_DATABASE, INVENTORY_STORES } from '#protocol/threads/inventory-worker.ts';
import { openDB } from '../browser-database.ts';

/** A worker of another tab that is about to write finds no owner entry, and writes nothing. */
export async function forgetInventory(): Promise<void> {
  const { name, version } = INVENTORY_DATABASE;
  const db = await openDB(name, version, {
    upgrade(fresh) {
      for (const store of INVENTORY_STORES) fresh.createObjectStore(store);
    },
  });
  try {
    const clearing = db.transaction(INVENTORY_STORES, 'readwrite');
    for (const store of INVENTORY_STORES) void clearing.objectStore(store).clear();
    await clearing.done;
  } finally {
    db.close();
  }
}
