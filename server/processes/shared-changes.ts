/** What one process has changed is told to all of them, in the order in which Redis got it. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { notificationSchema } from '#protocol/notification.ts';
import { type Changes, createChanges } from '../changes.ts';
import type { SharedRedis } from './redis.ts';

const STREAM = 'lectern:changes';
/** Far more than a process misses while its connection to Redis is broken. */
const KEPT_CHANGES = 10_000;
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

  const newest = await client.xrevrange(STREAM, '+', '-', 'COUNT', 1);
  let after = newest[0]?.[0] ?? '0-0';

  function hear(fields: readonly string[]): void {
    const at = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    if (at('by') === self) return;
    const change = v.safeParse(changeSchema, parsed(at('change')));
    if (change.success) here.publish(change.output as Parameters<Changes['publish']>[0]);
    else failed(new Error('a change of another process could not be read'));
  }

  async function follow(): Promise<void> {
    while (!isStopping) {
      try {
        const answer = await waiting.xread('COUNT', 500, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, after);
        for (const [id, fields] of answer?.[0]?.[1] ?? []) {
          after = id;
          hear(fields);
        }
      } catch (error) {
        if (isStopping) return;
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
