/**
 * What was read stays on this computer until the person signs out, so that the next visit opens from it. The tab that
 * signs out empties the database; a worker that is still about to write finds its owner gone then, and writes nothing.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { INVENTORY_DATABASE, INVENTORY_STORES } from '#protocol/threads/inventory-worker.ts';
import type { InventorySnapshot } from './inventory-snapshot.ts';

/** Raised when the snapshot is another: what an earlier version has kept is not read. */
const SNAPSHOT_VERSION = 1;
const DAY_MS = 86_400_000;
/** As long as the copies of lists are kept: what is older is read anew. */
const MAX_AGE_MS = 7 * DAY_MS;
/** More devices are read anew each time. */
const MAX_DEVICES = 20_000;
/** Sites and people whose inventory is kept; the one that was kept longest ago goes first. */
const MAX_COPIES = 3;

type Copy = { version: number; keptAt: number; snapshot: InventorySnapshot };

interface InventoryDatabase extends DBSchema {
  owners: { key: string; value: number };
  copies: { key: string; value: Copy };
}

export type KeptCopy = {
  /** Undefined: nothing is kept, or storage is blocked. `keptAt`: epoch ms. */
  read(): Promise<{ snapshot: InventorySnapshot; keptAt: number } | undefined>;
  /** `isWhole`: all of it was read just now; otherwise the copy is of when it was before. */
  write(snapshot: InventorySnapshot, how: { isWhole: boolean }): Promise<void>;
  /** What is kept is of yesterday or before: it is worth writing though nothing is other, as it says of when it is. */
  isOld(): boolean;
  /** The owner may see it no more. */
  forget(): Promise<void>;
};

/** `now`: epoch milliseconds. */
export function openKeptCopy(owner: string, now: () => number): KeptCopy {
  let isBlocked = false;
  /** Of the copy, as far as this worker knows. */
  let keptAt: number | undefined;
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
