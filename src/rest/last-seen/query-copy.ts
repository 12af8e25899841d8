/**
 * Copies on this device of data that the console can show without the platform, in IndexedDB for one
 * signed-in user until sign-out. A copy is shown immediately, and always read again.
 */
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import { isAppError } from '#protocol/app-error.ts';
import { type Clock, systemClock } from '#protocol/clock.ts';
import type { DirectoryList } from '../directory-list.ts';
import { type CopyHead, type CopyKey, createCopyStore } from './copy-store.ts';
import { KEPT_KINDS, type KeptKind, keptKindOf } from './kept-queries.ts';
import { lastSeenAt, showLastSeen } from './last-seen.ts';

const DAY_MS = 86_400_000;
/** Covers a weekend and a bank holiday. Older copies are ignored. */
const MAX_AGE_MS = 7 * DAY_MS;
/** Number of copies of each kind, such as members of groups; the latest are kept. */
const MAX_OF_KIND = 12;
/** Longer lists are not stored. */
const MAX_ROWS = 20_000;
const ROWS_OF_PART = 500;
/** Several changes in a row are written once. */
const FLUSH_DELAY_MS = 400;

export type CopyOwner = {
  /** Identifies one session of a user. */
  owner: string;
  /** The user's rights; a copy read with other rights is ignored. */
  rights?: () => string;
  clock?: Pick<Clock, 'now' | 'after'>;
};

const isRefused = (error: unknown) =>
  isAppError(error) && (error.code === 'not-found' || error.code === 'forbidden');

/** Undefined for a list that is incomplete or too long. */
function partsOf(kind: KeptKind, data: unknown): unknown[] | undefined {
  if (kind.shape === 'document') return [data];
  const list = data as DirectoryList<unknown>;
  if (kind.shape === 'directory' && !list.isComplete) return undefined;
  const rows = kind.shape === 'directory' ? list.rows : (data as readonly unknown[]);
  if (rows.length > MAX_ROWS) return undefined;
  const count = Math.max(1, Math.ceil(rows.length / ROWS_OF_PART));
  return Array.from({ length: count }, (_, part) =>
    rows.slice(part * ROWS_OF_PART, (part + 1) * ROWS_OF_PART),
  );
}

function dataOf(kind: KeptKind, parts: readonly unknown[]): unknown {
  if (kind.shape === 'document') return parts[0];
  const rows = parts.flat();
  return kind.shape === 'directory' ? { rows, isComplete: true } : rows;
}

const isSamePart = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((row, index) => row === other[index]));

/** Numbers of the parts that differ from before. */
const changedParts = (parts: readonly unknown[], before: readonly unknown[] = []): Set<number> =>
  new Set(parts.flatMap((part, index) => (isSamePart(part, before[index]) ? [] : [index])));

const warn = (error: unknown) => console.warn('no copy on this device', error);

export function createQueryCopy({ owner, rights = () => '', clock = systemClock }: CopyOwner) {
  const store = createCopyStore();
  /** The last written copies, so that only changed parts are written. */
  const written = new Map<string, { head: CopyHead; parts: readonly unknown[] }>();
  const writer = crypto.randomUUID();

  const isYoung = ({ at }: CopyHead) => at > clock.now() - MAX_AGE_MS;

  /** The stored copy if it is complete and valid, otherwise undefined. */
  async function read(kind: KeptKind, name: string): Promise<{ at: number; data: unknown } | undefined> {
    const key: CopyKey = [owner, name];
    const head = await store.head(key);
    if (head === undefined || head.rights !== rights() || !isYoung(head)) return undefined;
    const schema = kind.shape === 'document' ? kind.schema : v.array(kind.schema);
    const parts: unknown[] = [];
    for (let part = 0; part < head.partCount; part += 1) {
      const parsed = v.safeParse(schema, await store.part(key, part));
      if (!parsed.success) return undefined;
      parts.push(parsed.output);
    }
    return { at: head.at, data: dataOf(kind, parts) };
  }

  async function show(client: QueryClient, kind: KeptKind, queryKey: QueryKey): Promise<void> {
    const kept = await read(kind, hashKey(queryKey));
    if (kept === undefined) return;
    const state = client.getQueryState(queryKey);
    // An answer that arrived meanwhile is newer than any copy, and a refusal is an answer.
    if (state?.data === undefined && !isRefused(state?.error))
      showLastSeen(client, queryKey, kept.data, kept.at);
  }

  async function keep(kind: KeptKind, { queryHash, state }: Query, signal: AbortSignal): Promise<void> {
    const parts = partsOf(kind, state.data);
    if (parts === undefined) return;
    const at = state.dataUpdatedAt;
    const head = { kind: kind.name, at, rights: rights(), partCount: parts.length, writer };
    const before = written.get(queryHash);
    const changed = changedParts(parts, before?.parts);
    await store.write([owner, queryHash], { head, parts, changed, last: before?.head, signal });
    written.set(queryHash, { head, parts });
  }

  async function drop(keys: readonly CopyKey[]): Promise<void> {
    for (const [, name] of keys) written.delete(name);
    await store.drop(keys);
  }

  return {
    /** Puts the shell's copies into the client, marked to be read again. */
    async restore(client: QueryClient): Promise<void> {
      const shown = KEPT_KINDS.filter(({ isOfShell }) => isOfShell);
      await Promise.all(shown.map((kind) => show(client, kind, kind.key)));
    },

    /**
     * Stores every new answer, and shows the copy of a query without data, until `signal` aborts. After the
     * session has ended nothing is written, because its copies were deleted.
     */
    follow(client: QueryClient, signal: AbortSignal): void {
      const waiting = new Map<Query, () => void>();
      const keepSoon = (kind: KeptKind, query: Query) => {
        if (waiting.has(query)) return;
        const cancel = clock.after(FLUSH_DELAY_MS, () => {
          waiting.delete(query);
          if (query.state.data === undefined || lastSeenAt(query) !== undefined) return;
          keep(kind, query, signal).catch(warn);
        });
        waiting.set(query, cancel);
      };
      const begin = (query: Query) => {
        const kind = keptKindOf(query.queryKey);
        if (kind === undefined) return;
        if (query.state.data !== undefined) keepSoon(kind, query);
        else if (!kind.isOfShell) show(client, kind, query.queryKey).catch(warn);
      };
      const cache = client.getQueryCache();
      for (const query of cache.getAll()) begin(query);
      const stop = cache.subscribe((event) => {
        if (event.type === 'added') begin(event.query);
        // The page has released this data, so release it here too.
        if (event.type === 'removed') written.delete(event.query.queryHash);
        if (event.type !== 'updated') return;
        const { action, query } = event;
        const kind = keptKindOf(query.queryKey);
        if (kind === undefined) return;
        if (action.type === 'success') keepSoon(kind, query);
        else if (action.type === 'error' && isRefused(action.error))
          drop([[owner, query.queryHash]]).catch(warn);
      });
      const end = () => {
        stop();
        for (const cancel of waiting.values()) cancel();
        waiting.clear();
      };
      signal.addEventListener('abort', end, { once: true });
    },

    /** Deletes expired, excess and unauthorized copies. `owners`: the sessions stored in this browser. */
    async tidy(owners: readonly string[]): Promise<void> {
      const count = new Map<string, number>();
      const newestFirst = (await store.heads()).toSorted((a, b) => b.head.at - a.head.at);
      const gone = newestFirst.filter(({ key: [of], head }) => {
        if (!owners.includes(of) || !isYoung(head)) return true;
        if (of === owner && head.rights !== rights()) return true;
        const kind = `${of} ${head.kind}`;
        count.set(kind, (count.get(kind) ?? 0) + 1);
        return (count.get(kind) ?? 0) > MAX_OF_KIND;
      });
      await drop(gone.map(({ key }) => key));
    },

    /** Deletes the copies of all users, so that none remain on a shared computer. */
    async forget(): Promise<void> {
      written.clear();
      await store.clear();
    },
    close: store.close,
  };
}
