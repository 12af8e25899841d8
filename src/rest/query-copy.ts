/**
 * This device's copy of what the shell needs to open without the platform: groups, tutor, sites and tags, kept in
 * IndexedDB for one signed-in person and dropped when they sign out. A copy shows at once and is always read anew.
 */
import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { siteSchema, tagSchema } from '#protocol/rest/site.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { type DBSchema, type IDBPDatabase, openDB } from './browser-database.ts';
import { groupsQuery } from './groups.ts';
import { sitesQuery, tagsQuery } from './sites.ts';
import { tutorSelfQuery } from './tutors.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** What is kept; on the way back it is outside input like any other. */
const KEPT: readonly { queryKey: readonly string[]; schema: Schema }[] = [
  { queryKey: groupsQuery().queryKey, schema: v.array(v.pipe(groupSchema, v.transform(toGroup))) },
  { queryKey: tutorSelfQuery().queryKey, schema: tutorSchema },
  { queryKey: sitesQuery().queryKey, schema: v.array(siteSchema) },
  { queryKey: tagsQuery().queryKey, schema: v.array(tagSchema) },
];

const nameOf = (queryKey: readonly unknown[]) => queryKey.join('/');

interface CopyDatabase extends DBSchema {
  copies: { key: [owner: string, query: string]; value: unknown };
}

const DATABASE = 'lectern-query-copy';

/** `owner`: whose copy, one for each session of a person. Where storage is blocked everything goes without. */
export function createQueryCopy({ owner }: { owner: string }) {
  let opening: Promise<IDBPDatabase<CopyDatabase> | undefined> | undefined;

  function database(): Promise<IDBPDatabase<CopyDatabase> | undefined> {
    opening ??= openDB<CopyDatabase>(DATABASE, 1, {
      upgrade(db) {
        db.createObjectStore('copies');
      },
    }).catch((error: unknown) => {
      console.warn('no copy on this device', error);
      return undefined;
    });
    return opening;
  }

  /** Puts what is kept into the client, as something that is due for another read. */
  async function restore(client: QueryClient): Promise<void> {
    const db = await database();
    if (db === undefined) return;
    await Promise.all(
      KEPT.map(async ({ queryKey, schema }) => {
        const kept = v.safeParse(schema, await db.get('copies', [owner, nameOf(queryKey)]));
        // An answer that came meanwhile is newer than any copy.
        if (kept.success && client.getQueryData(queryKey) === undefined) {
          client.setQueryData(queryKey, kept.output, { updatedAt: 0 });
        }
      }),
    );
  }

  async function keep(queryKey: readonly unknown[], data: unknown): Promise<void> {
    const db = await database();
    await db?.put('copies', data, [owner, nameOf(queryKey)]);
  }

  /** Keeps every new answer until `signal` aborts. */
  function follow(client: QueryClient, signal: AbortSignal): void {
    const names = new Set(KEPT.map(({ queryKey }) => nameOf(queryKey)));
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const { queryKey, state } = event.query;
      if (state.dataUpdatedAt === 0 || !names.has(nameOf(queryKey))) return;
      keep(queryKey, state.data).catch((error: unknown) => console.warn('no copy on this device', error));
    });
    signal.addEventListener('abort', stop, { once: true });
  }

  /** Drops the copies of every person: nothing may stay behind on a shared computer. */
  async function forget(): Promise<void> {
    const db = await database();
    await db?.clear('copies');
  }

  return {
    restore,
    follow,
    forget,
    async close(): Promise<void> {
      (await database())?.close();
    },
  };
}
