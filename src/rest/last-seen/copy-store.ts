/** The database of answer copies: a head and parts for each. Readers must validate what they read. */
import * as v from 'valibot';
import { type DBSchema, type IDBPDatabase, openDB } from '../browser-database.ts';

const headSchema = v.object({
  kind: v.string(),
  /** Epoch ms when it was read from the platform. */
  at: v.number(),
  /** The user's rights when it was read. */
  rights: v.string(),
  partCount: v.number(),
  /** The tab that wrote it. */
  writer: v.optional(v.string()),
});
export type CopyHead = v.InferOutput<typeof headSchema>;

/** `name`: the query's name. */
export type CopyKey = [owner: string, name: string];

interface CopyDatabase extends DBSchema {
  copies: { key: CopyKey; value: CopyHead };
  /** A long list is stored in parts, so that the browser deserializes it without blocking the page. */
  parts: { key: [...CopyKey, part: number]; value: unknown };
}

const DATABASE = 'lectern-query-copy';

const partsFrom = ([owner, name]: CopyKey, part: number) =>
  IDBKeyRange.bound([owner, name, part], [owner, name, Number.POSITIVE_INFINITY]);

const isSameHead = (one: CopyHead | undefined, other: CopyHead | undefined): boolean =>
  one !== undefined && other !== undefined && one.writer === other.writer && one.at === other.at;

function openCopies(): Promise<IDBPDatabase<CopyDatabase> | undefined> {
  return openDB<CopyDatabase>(DATABASE, 2, {
    upgrade(db) {
      for (const store of [...db.objectStoreNames]) db.deleteObjectStore(store);
      db.createObjectStore('copies');
      db.createObjectStore('parts');
    },
    // A tab of another version must not wait for this one.
    blocking: (_now, _next, event) => (event.target as IDBDatabase).close(),
  }).catch((error: unknown) => {
    console.warn('no copy on this device', error);
    return undefined;
  });
}

/** If storage is blocked, nothing is stored and nothing is found. */
export function createCopyStore() {
  let opening: Promise<IDBPDatabase<CopyDatabase> | undefined> | undefined;
  const database = () => (opening ??= openCopies());

  return {
    async head(key: CopyKey): Promise<CopyHead | undefined> {
      const head = v.safeParse(headSchema, await (await database())?.get('copies', key));
      return head.success ? head.output : undefined;
    },
    async part([owner, name]: CopyKey, part: number): Promise<unknown> {
      return (await database())?.get('parts', [owner, name, part]);
    },
    async heads(): Promise<{ key: CopyKey; head: CopyHead }[]> {
      const tx = (await database())?.transaction('copies');
      if (tx === undefined) return [];
      const [keys, heads] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
      return keys.flatMap((key, index) => {
        const head = heads[index];
        return head === undefined ? [] : [{ key, head }];
      });
    },
    /**
     * Writes the whole copy or nothing. `changed`: numbers of the parts that differ from those stored with
     * `last`. All parts are written if another tab has changed the copy since. `signal`: see query-copy.ts.
     */
    async write(
      key: CopyKey,
      copy: {
        head: CopyHead;
        parts: readonly unknown[];
        changed: ReadonlySet<number>;
        last: CopyHead | undefined;
        signal: AbortSignal;
      },
    ): Promise<void> {
      const db = await database();
      if (db === undefined || copy.signal.aborted) return;
      const tx = db.transaction(['copies', 'parts'], 'readwrite');
      const parts = tx.objectStore('parts');
      const isMine = isSameHead(await tx.objectStore('copies').get(key), copy.last);
      // One after the other, so that the page stays responsive.
      for (const [part, rows] of copy.parts.entries())
        if (!isMine || copy.changed.has(part)) await parts.put(rows, [...key, part]);
      await parts.delete(partsFrom(key, copy.parts.length));
      await tx.objectStore('copies').put(copy.head, key);
      await tx.done;
    },
    async drop(keys: readonly CopyKey[]): Promise<void> {
      const db = await database();
      if (db === undefined || keys.length === 0) return;
      const tx = db.transaction(['copies', 'parts'], 'readwrite');
      for (const key of keys) {
        void tx.objectStore('copies').delete(key);
        void tx.objectStore('parts').delete(partsFrom(key, 0));
      }
      await tx.done;
    },
    /** Deletes the copies of all users. */
    async clear(): Promise<void> {
      const tx = (await database())?.transaction(['copies', 'parts'], 'readwrite');
      void tx?.objectStore('copies').clear();
      void tx?.objectStore('parts').clear();
      await tx?.done;
    },
    async close(): Promise<void> {
      (await database())?.close();
    },
  };
}
