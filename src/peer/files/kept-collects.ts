/**
 * Collects that are incomplete or whose copy is still stored, saved across a page reload: the request, the
 * device, and the key of the chunks on disk. Each belongs to the tab that runs it, which holds a lock while
 * it is open. Another tab can take over entries whose tab has closed.
 */
import * as v from 'valibot';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import { type RetrievedFile, retrievedFileSchema } from '#protocol/action-parameters.ts';
import { type DBSchema, type IDBPDatabase, openDB } from '#rest/browser-database.ts';
import type { SessionLocks } from '#session/session-locks.ts';
import type { ExchangeTarget } from './file-record.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

const keptSchema = v.object({
  key: id,
  /** One session of one user. */
  owner: v.string(),
  tab: id,
  target: v.object({
    recipient: v.object({ clientId: id, userId: id, authType: v.optional(v.picklist(AUTH_TYPES)) }),
    name: v.string(),
  }),
  file: retrievedFileSchema,
  /** File name for the downloads; defaults to its own name. */
  saveName: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** The file is complete on disk, and waits for the rest of its batch. */
  isWhole: v.optional(v.boolean()),
  /** Epoch ms when the complete file was passed to the browser, which may still be reading it. */
  finishedAt: v.optional(v.number()),
  /** The user removed it from the list, so its copy is no longer offered. */
  isCleared: v.optional(v.boolean()),
});
type Kept = v.InferOutput<typeof keptSchema>;
export type KeptCollect = {
  key: string;
  target: ExchangeTarget;
  file: RetrievedFile;
  saveName?: string | undefined;
  isWhole?: boolean | undefined;
  finishedAt?: number | undefined;
  isCleared?: boolean | undefined;
};

interface FileExchangeDatabase extends DBSchema {
  collects: { key: string; value: unknown };
}

const DATABASE = 'lectern-file-exchange';
const lockOf = (tab: string) => `${DATABASE} ${tab}`;

export type KeptCollects = ReturnType<typeof createKeptCollects>;

/** If storage is blocked, nothing is stored and nothing fails. `owner` is called at each use. */
export function createKeptCollects(deps: { owner(): string; locks: SessionLocks; newId(): string }) {
  const { locks } = deps;
  const tab = deps.newId();
  let opening: Promise<IDBPDatabase<FileExchangeDatabase> | undefined> | undefined;
  let releaseLock: (() => Promise<void>) | undefined;
  let isClosed = false;

  function database(): Promise<IDBPDatabase<FileExchangeDatabase> | undefined> {
    opening ??= openDB<FileExchangeDatabase>(DATABASE, 1, {
      upgrade(db) {
        db.createObjectStore('collects');
      },
    }).catch((error: unknown) => {
      console.warn('unfinished collects are not kept', error);
      return undefined;
    });
    return opening;
  }

  async function all(): Promise<Kept[]> {
    const values = (await (await database())?.getAll('collects')) ?? [];
    return values.flatMap((value) => {
      const kept = v.safeParse(keptSchema, value);
      return kept.success ? [kept.output] : [];
    });
  }

  /** Entries of this user whose tab has closed. */
  async function orphans(): Promise<Kept[]> {
    const mine = (await all()).filter(({ owner }) => owner === deps.owner());
    const free = new Map<string, boolean>();
    for (const { tab: other } of mine) {
      if (other !== tab && !free.has(other)) free.set(other, await locks.isFree(lockOf(other)));
    }
    return mine.filter((kept) => free.get(kept.tab) === true);
  }

  return {
    async put(collect: KeptCollect): Promise<void> {
      if (isClosed) return;
      releaseLock ??= locks.hold(lockOf(tab));
      const kept: Kept = { ...collect, tab, owner: deps.owner() };
      await (await database())?.put('collects', kept, kept.key);
    },
    async delete(key: string): Promise<void> {
      await (await database())?.delete('collects', key);
    },
    /** Whether there are unfinished entries to take over. */
    hasOrphans: async (): Promise<boolean> =>
      (await orphans()).some(({ finishedAt }) => finishedAt === undefined),
    /** Assigns the orphans to this tab. If two tabs claim at once, each entry goes to one of them. */
    async claim(): Promise<KeptCollect[]> {
      const found = await orphans();
      const db = await database();
      if (db === undefined || found.length === 0) return [];
      releaseLock ??= locks.hold(lockOf(tab));
      const transaction = db.transaction('collects', 'readwrite');
      const claimed: Kept[] = [];
      for (const kept of found) {
        const now = v.safeParse(keptSchema, await transaction.store.get(kept.key));
        if (!now.success || now.output.tab !== kept.tab) continue;
        await transaction.store.put({ ...kept, tab }, kept.key);
        claimed.push(kept);
      }
      await transaction.done;
      return claimed.map(({ owner: _, tab: __, ...collect }) => collect);
    },
    /** Deletes the entries of all users; returns their keys on disk. */
    async forget(): Promise<string[]> {
      const db = await database();
      if (db === undefined) return [];
      // Issued without awaits, so the transaction completes even if the database is closed meanwhile.
      const transaction = db.transaction('collects', 'readwrite');
      const [keys] = await Promise.all([
        transaction.store.getAllKeys(),
        transaction.store.clear(),
        transaction.done,
      ]);
      return keys;
    },
    /** The session has ended: nothing more is stored, but stored entries can still be deleted. */
    async close(): Promise<void> {
      isClosed = true;
      const closing = opening;
      opening = undefined;
      (await closing)?.close();
      await releaseLock?.();
      releaseLock = undefined;
    },
  };
}
