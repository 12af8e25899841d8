/** What one process has changed is told to all of them, in the order in which Redis got it. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { notificationSchema } from '#protocol/notification.ts';
import { type Changes, createChanges } from '../changes.ts';
import type { RedisClient, SharedRedis } from './redis.ts';

const STREAM = 'lectern:changes';
/** Far more than a process misses while its connection to Redis is broken. */
const KEPT_CHANGES = 10_000;
/** So many of the last are compared with what was heard. A Redis that takes over from another one lacks fewer. */
const KNOWN_CHANGES = 500;
/** Before every number. */
const BEGINNING = '0-0';
const BLOCK_MS = 5_000;
const PAUSE_MS = 200;
/** A Redis that was restarted may have lost what it had just been told. */
const SAY_AGAIN_MS = 30_000;
/** It may also refuse to write for a while, without going away. */
const RETRY_EVERY_MS = 5_000;

const changeSchema = v.object({
  ...notificationSchema.entries,
  tenant: v.string(),
  site: v.optional(v.string()),
  reachUnchanged: v.optional(v.boolean()),
});

export type SharedChanges = {
  changes: Changes;
  /** Resolves when Redis has what was published until now, or cannot be reached. */
  passedOn(): Promise<void>;
  stop(): Promise<void>;
};

type Said = { text: string; at: number; isKept: boolean; isPassing: boolean };

/** `self` tells the processes apart. `clock`: epoch milliseconds. Rejects where Redis does not answer. */
export async function openSharedChanges(deps: {
  redis: Pick<SharedRedis, 'client' | 'waiting'>;
  self: string;
  clock: () => number;
  failed(error: unknown): void;
}): Promise<SharedChanges> {
  const { client, waiting } = deps.redis;
  const { self, clock, failed } = deps;
  const here = createChanges();
  let said: Said[] = [];
  let passing = Promise.resolve();
  let isStopping = false;

  async function pass(each: Said): Promise<boolean> {
    each.isPassing = true;
    try {
      await client.xadd(STREAM, 'MAXLEN', '~', KEPT_CHANGES, '*', 'by', self, 'change', each.text);
      each.isKept = true;
    } catch (error) {
      failed(error);
    } finally {
      each.isPassing = false;
    }
    return each.isKept;
  }

  /** Until one is refused: then the others would be too. */
  async function passInTurn(): Promise<void> {
    // A connection that comes back says all of them again.
    if (client.status !== 'ready') return;
    for (const each of said.filter(({ isKept, isPassing }) => !isKept && !isPassing))
      if (!(await pass(each))) return;
  }

  function later(all: readonly Said[]): void {
    passing = Promise.all([passing, ...all.map(pass)]).then(() => undefined);
  }

  /** Whoever hears a change twice reads once more than needed. */
  const sayAgain = () => later(said.filter(({ at, isKept }) => !isKept || at > clock() - SAY_AGAIN_MS));
  client.on('ready', sayAgain);
  const retries = setInterval(() => {
    passing = Promise.all([passing, passInTurn()]).then(() => undefined);
  }, RETRY_EVERY_MS).unref();

  const place = createPlace(await newestOf(client));

  function hear(fields: readonly string[]): void {
    const at = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    if (at('by') === self) return;
    const change = v.safeParse(changeSchema, parsed(at('change')));
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
          hear(fields);
        }
      } catch (error) {
        if (isStopping) return;
        // A command that waits ends so with its connection, and the next one may lead to another Redis.
        isPlaceKnown = false;
        failed(error);
        await wait(PAUSE_MS);
      }
    }
  }
  const following = follow();

  return {
    changes: {
      publish(change) {
        here.publish(change);
        const one = { text: JSON.stringify(change), at: clock(), isKept: false, isPassing: false };
        said = said.filter(({ at, isKept }) => !isKept || at > clock() - SAY_AGAIN_MS).slice(-KEPT_CHANGES);
        said.push(one);
        later([one]);
      },
      listen: here.listen,
    },
    passedOn: () => passing,
    async stop() {
      client.off('ready', sayAgain);
      clearInterval(retries);
      await passing;
      isStopping = true;
      waiting.disconnect();
      await following;
    },
  };
}

/** `id`: the number that Redis has given. */
type Entry = [id: string, fields: string[]];

/** The last changes, newest first. */
const newestOf = (redis: RedisClient) => redis.xrevrange(STREAM, '+', '-', 'COUNT', KNOWN_CHANGES);

/** The changes after that number, oldest first. Waits for one, and gives none where none comes for long. */
async function waitFor(redis: RedisClient, after: string): Promise<readonly Entry[]> {
  const answer = await redis.xread('COUNT', 500, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, after);
  return answer?.[0]?.[1] ?? [];
}

/** How far the stream was heard. `newest`: its last changes, of which nothing is to be heard. */
function createPlace(newest: readonly Entry[]) {
  const known = new Set(newest.map(([id]) => id).toReversed());
  let after = newest[0]?.[0] ?? BEGINNING;
  return {
    after: () => after,
    moveTo(id: string): void {
      after = id;
      known.add(id);
      const [oldest] = known;
      if (oldest !== undefined && known.size > KNOWN_CHANGES) known.delete(oldest);
    },
    /**
     * Redis may have come back without its last changes, or without any. It numbers by its clock, which may be
     * behind that of before: then new changes have smaller numbers than those that were heard.
     */
    findAgain(last: readonly Entry[]): void {
      const heard = last.find(([id]) => known.has(id))?.[0];
      const oldest = last.at(-1)?.[0];
      if (heard !== undefined) after = heard;
      // Where all of them have larger numbers, none of them was heard: more than these were missed.
      else if (oldest === undefined || !isBefore(after, oldest)) after = BEGINNING;
    },
  };
}

/** Numbers are `{milliseconds}-{count}`. */
function isBefore(id: string, other: string): boolean {
  const [ms = 0n, count = 0n] = id.split('-').map(BigInt);
  const [otherMs = 0n, otherCount = 0n] = other.split('-').map(BigInt);
  return ms === otherMs ? count < otherCount : ms < otherMs;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
