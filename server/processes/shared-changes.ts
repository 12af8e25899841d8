/** Sends the changes of each process to all others, in the order in which Redis received them. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type Changes, createChanges } from '#base/changes.ts';
import type { RedisClient, SharedRedis } from '#base/redis.ts';
import { parsedJson } from '#domain/parsed-json.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { notificationSchema } from '#protocol/notification.ts';

const STREAM = 'lectern:changes';
/** Far more changes than a process misses while its connection to Redis is broken. */
const MAX_STORED_CHANGES = 10_000;
/** Number of latest changes compared with those received. A replica that takes over lacks fewer. */
const MAX_KNOWN_CHANGES = 500;
/** Precedes every id. */
const BEGINNING = '0-0';
const MAX_WAIT_MS = 5_000;
const RETRY_DELAY_MS = 200;
/** A restarted Redis may have lost its latest changes, so those of this period are sent again. */
const RESEND_WINDOW_MS = 30_000;
/** Redis may also refuse writes for a while without closing the connection. */
const RESEND_INTERVAL_MS = 5_000;

const changeSchema = v.object({
  ...notificationSchema.entries,
  tenant: v.string(),
  site: v.optional(v.string()),
  reachUnchanged: v.optional(v.boolean()),
});

export type SharedChanges = {
  changes: Changes;
  /** Resolves when Redis has all changes published so far, or is unreachable. */
  flushed(): Promise<void>;
  stop(): Promise<void>;
};

type SentChange = { text: string; at: EpochMs; isStored: boolean; isSending: boolean };

/** `self` identifies this process. Rejects if Redis does not answer. */
export async function openSharedChanges(deps: {
  redis: Pick<SharedRedis, 'client' | 'waiting'>;
  self: string;
  clock: () => EpochMs;
  failed(error: unknown): void;
}): Promise<SharedChanges> {
  const { client, waiting } = deps.redis;
  const { self, clock, failed } = deps;
  const here = createChanges();
  let sent: SentChange[] = [];
  let sending = Promise.resolve();
  let isStopping = false;

  async function send(each: SentChange): Promise<boolean> {
    each.isSending = true;
    try {
      await client.xadd(STREAM, 'MAXLEN', '~', MAX_STORED_CHANGES, '*', 'by', self, 'change', each.text);
      each.isStored = true;
    } catch (error) {
      failed(error);
    } finally {
      each.isSending = false;
    }
    return each.isStored;
  }

  /** Stops at the first refusal, because the others would be refused too. */
  async function sendUnstored(): Promise<void> {
    // Without a connection nothing is sent; a reconnect sends all changes again.
    if (client.status !== 'ready') return;
    for (const each of sent.filter(({ isStored, isSending }) => !isStored && !isSending))
      if (!(await send(each))) return;
  }

  function later(all: readonly SentChange[]): void {
    sending = Promise.all([sending, ...all.map(send)]).then(() => undefined);
  }

  /** Receiving a change twice is harmless: the receiver reads the data once more. */
  const resend = () => later(sent.filter(({ at, isStored }) => !isStored || at > clock() - RESEND_WINDOW_MS));
  client.on('ready', resend);
  const retries = setInterval(() => {
    sending = Promise.all([sending, sendUnstored()]).then(() => undefined);
  }, RESEND_INTERVAL_MS).unref();

  const place = createPlace(await newestOf(client));

  function receive(fields: readonly string[]): void {
    const at = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    if (at('by') === self) return;
    const change = v.safeParse(changeSchema, parsedJson(at('change')));
    if (change.success) here.publish(change.output as Parameters<Changes['publish']>[0]);
    else failed(new Error('a change of another process could not be read'));
  }

  async function follow(): Promise<void> {
    let isPlaceKnown = true;
    while (!isStopping) {
      try {
        if (!isPlaceKnown) place.findAgain(await newestOf(waiting));
        isPlaceKnown = true;
        for (const [id, fields] of await waitFor(waiting, place.after())) {
          place.moveTo(id);
          receive(fields);
        }
      } catch (error) {
        if (isStopping) return;
        // A blocking command fails with its connection, and the next connection may lead to another Redis.
        isPlaceKnown = false;
        failed(error);
        await wait(RETRY_DELAY_MS);
      }
    }
  }
  const following = follow();

  return {
    changes: {
      publish(change) {
        here.publish(change);
        const one = { text: JSON.stringify(change), at: clock(), isStored: false, isSending: false };
        sent = sent
          .filter(({ at, isStored }) => !isStored || at > clock() - RESEND_WINDOW_MS)
          .slice(-MAX_STORED_CHANGES);
        sent.push(one);
        later([one]);
      },
      listen: here.listen,
    },
    flushed: () => sending,
    async stop() {
      client.off('ready', resend);
      clearInterval(retries);
      await sending;
      isStopping = true;
      waiting.disconnect();
      await following;
    },
  };
}

/** `id`: assigned by Redis. */
type Entry = [id: string, fields: string[]];

/** The latest changes, newest first. */
const newestOf = (redis: RedisClient) => redis.xrevrange(STREAM, '+', '-', 'COUNT', MAX_KNOWN_CHANGES);

/** The changes after that id, oldest first. Waits for one; empty after a timeout. */
async function waitFor(redis: RedisClient, after: string): Promise<readonly Entry[]> {
  const answer = await redis.xread('COUNT', 500, 'BLOCK', MAX_WAIT_MS, 'STREAMS', STREAM, after);
  return answer?.[0]?.[1] ?? [];
}

/** The position in the stream. `newest`: the latest changes at the start, which are skipped. */
function createPlace(newest: readonly Entry[]) {
  const known = new Set(newest.map(([id]) => id).toReversed());
  let after = newest[0]?.[0] ?? BEGINNING;
  return {
    after: () => after,
    moveTo(id: string): void {
      after = id;
      known.add(id);
      const [oldest] = known;
      if (oldest !== undefined && known.size > MAX_KNOWN_CHANGES) known.delete(oldest);
    },
    /**
     * Redis may have restarted without its latest changes, or without any. Its ids come from its clock, which
     * may be behind: then new changes have smaller ids than those received.
     */
    findAgain(last: readonly Entry[]): void {
      const heard = last.find(([id]) => known.has(id))?.[0];
      const oldest = last.at(-1)?.[0];
      if (heard !== undefined) after = heard;
      // If all ids are larger, none of these was received, and more changes were missed than these.
      else if (oldest === undefined || !isBefore(after, oldest)) after = BEGINNING;
    },
  };
}

/** Ids are `{milliseconds}-{count}`. */
function isBefore(id: string, other: string): boolean {
  const [ms = 0n, count = 0n] = id.split('-').map(BigInt);
  const [otherMs = 0n, otherCount = 0n] = other.split('-').map(BigInt);
  return ms === otherMs ? count < otherCount : ms < otherMs;
}
