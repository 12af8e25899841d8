/**
 * Collects that are not whole yet, or whose copy is still here, kept over a reload of the page: what was asked for, of
 * whom, and under which key its chunks are on disk. Each belongs to the tab that runs it, which holds a lock for as long
 * as it lives; what no living tab owns can be taken over.
 */
import * as v from 'valibot';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import { type RetrievedFile, retrievedFileSchema } from '#protocol/action-parameters.ts';
import { type DBSchema, type IDBPDatabase, openDB } from '../../rest/browser-database.ts';
import type { SessionLocks } from '../../session/session-locks.ts';
import type { ExchangeTarget } from './file-record.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

const keptSchema = v.object({
  key: id,
  /** Whose: one session of one person. */
  owner: v.string(),
  tab: id,
  target: v.object({
    recipient: v.object({ clientId: id, userId: id, authType: v.optional(v.picklist(AUTH_TYPES)) }),
    name: v.string(),
  }),
  file: retrievedFileSchema,
  /** Under this name it goes to the downloads; absent: its own. */
  saveName: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** It is on disk as a whole, and waits for the other files that were chosen with it. */
  isWhole: v.optional(v.boolean()),
  /** Epoch ms: it is whole and was handed to the browser, which may still be reading it. */
  finishedAt: v.optional(v.number()),
  /** It was taken out of the list: its copy is not offered any more. */
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

/** Where storage is blocked nothing is kept, and nothing fails. `owner`: asked at each use. */
export function createKeptCollects(deps: { owner(): string; locks: SessionLocks; newId(): string }) {
  const { locks } = deps;
  const tab = deps.newId();
  let opening: Promise<IDBPDatabase<FileExchangeDatabase> | undefined> | undefined;
  let letGo: (() => Promise<void>) | undefined;
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

  /** Those of this person that no tab runs. */
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
      letGo ??= locks.hold(lockOf(tab));
      const kept: Kept = { ...collect, tab, owner: deps.owner() };
      await (await database())?.put('collects', kept, kept.key);
    },
    async delete(key: string): Promise<void> {
      await (await database())?.delete('collects', key);
    },
    /** Is there anything to take over? */
    hasOrphans: async (): Promise<boolean> =>
      (await orphans()).some(({ finishedAt }) => finishedAt === undefined),
    /** From now on they are this tab's; of two tabs that ask at once, each gets its own. */
    async claim(): Promise<KeptCollect[]> {
      const found = await orphans();
      const db = await database();
      if (db === undefined || found.length === 0) return [];
      letGo ??= locks.hold(lockOf(tab));
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
    /** Drops those of every person; returns their keys on disk. */
    async forget(): Promise<string[]> {
      const db = await database();
      if (db === undefined) return [];
      // Begun at once, it also ends where the database is closed meanwhile.
      const transaction = db.transaction('collects', 'readwrite');
      const [keys] = await Promise.all([
        transaction.store.getAllKeys(),
        transaction.store.clear(),
        transaction.done,
      ]);
      return keys;
    },
    /** The session has ended: nothing is kept any more, and what was kept can still be dropped. */
    async close(): Promise<void> {
      isClosed = true;
      const closing = opening;
      opening = undefined;
      (await closing)?.close();
      await letGo?.();
      letGo = undefined;
    },
  };
}
