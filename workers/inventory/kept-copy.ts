/**
 * The local copy of the inventory, stored until sign-out, so that the next visit opens from it. The tab that
 * signs out empties the database; a worker about to write then finds no owner entry and writes nothing.
 */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { EpochMs } from '#protocol/clock.ts';
import { INVENTORY_DATABASE, INVENTORY_STORES } from '#protocol/threads/inventory-worker.ts';
import type { InventorySnapshot } from './inventory-snapshot.ts';

/** Increase it when the snapshot's format changes; copies of other versions are ignored. */
const SNAPSHOT_VERSION = 1;
const DAY_MS = 86_400_000;
/** Older copies are ignored, as with the copies of lists. */
const MAX_AGE_MS = 7 * DAY_MS;
/** A larger inventory is not stored, so it is read again on each visit. */
const MAX_DEVICES = 20_000;
/** Number of owners (site and user) with a copy; the least recently opened is removed first. */
const MAX_COPIES = 3;

type Copy = { version: number; keptAt: EpochMs; snapshot: InventorySnapshot };

interface InventoryDatabase extends DBSchema {
  owners: { key: string; value: number };
  copies: { key: string; value: Copy };
}

export type KeptCopy = {
  /** Undefined if there is no copy or storage is blocked. */
  read(): Promise<{ snapshot: InventorySnapshot; keptAt: EpochMs } | undefined>;
  /** `isWhole`: the whole inventory was just read; otherwise the copy keeps its previous time. */
  write(snapshot: InventorySnapshot, how: { isWhole: boolean }): Promise<void>;
  /**
   * True if the copy is over a day old. It is then written even without changes, because it shows its time.
   */
  isOld(): boolean;
  /** Deletes the copy because its owner may no longer see it. */
  forget(): Promise<void>;
};

export function openKeptCopy(owner: string, now: () => EpochMs): KeptCopy {
  let isBlocked = false;
  /** Time of the stored copy, as far as this worker knows. */
  let keptAt: EpochMs | undefined;
  const opening = openDB<InventoryDatabase>(INVENTORY_DATABASE.name, INVENTORY_DATABASE.version, {
    upgrade(db) {
      for (const store of INVENTORY_STORES)
        if (!db.objectStoreNames.contains(store)) db.createObjectStore(store);
    },
  });
  const database = opening.catch((error: unknown): undefined => {
    isBlocked = true;
    console.warn('[inventory] nothing is kept on this computer', error);
  });

  const isUsable = ({ version, keptAt, snapshot }: Copy) =>
    version === SNAPSHOT_VERSION &&
    now() - keptAt < MAX_AGE_MS &&
    Array.isArray(snapshot?.hardware) &&
    snapshot.programs instanceof Uint32Array;

  async function removeOldest(db: IDBPDatabase<InventoryDatabase>): Promise<void> {
    const owners = await db.getAllKeys('owners');
    if (owners.length <= MAX_COPIES) return;
    const times = await db.getAll('owners');
    const oldest = owners
      .map((each, index) => ({ each, at: times[index] ?? 0 }))
      .filter(({ each }) => each !== owner)
      .sort((a, b) => a.at - b.at)
      .slice(0, owners.length - MAX_COPIES);
    for (const { each } of oldest) {
      await db.delete('copies', each);
      await db.delete('owners', each);
    }
  }

  return {
    async read() {
      const db = await database;
      if (!db) return undefined;
      await db.put('owners', now(), owner);
      await removeOldest(db);
      const copy = await db.get('copies', owner);
      if (!copy || !isUsable(copy)) return undefined;
      keptAt = copy.keptAt;
      return copy;
    },
    async write(snapshot, { isWhole }) {
      const db = await database;
      if (!db || isBlocked || snapshot.hardware.length > MAX_DEVICES) return;
      const write = db.transaction(['owners', 'copies'], 'readwrite');
      const isStillOwner = (await write.objectStore('owners').getKey(owner)) !== undefined;
      const at = isWhole ? now() : (keptAt ?? now());
      if (isStillOwner)
        await write.objectStore('copies').put({ version: SNAPSHOT_VERSION, keptAt: at, snapshot }, owner);
      await write.done;
      keptAt = at;
    },
    isOld: () => keptAt !== undefined && now() - keptAt > DAY_MS,
    async forget() {
      const db = await database;
      await db?.delete('copies', owner);
    },
  };
}
