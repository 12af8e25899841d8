import { afterEach, expect, it } from 'vitest';
import type { RedisClient } from '#base/redis.ts';
import { createSharedLimits, type SharedLimits } from './shared-limits.ts';

const MINUTE_MS = 60_000;
const opened: SharedLimits[] = [];
afterEach(() => {
  for (const limits of opened.splice(0)) limits.stop();
});

/** The two commands, over sums that the processes of a test share. */
function fakeRedis(sums: Map<string, number>, isAway = () => false): Pick<RedisClient, 'pipeline'> {
  const pipeline = () => {
    const answers: [null, number][] = [];
    const commands = {
      incrby(key: string, amount: number) {
        const sum = (sums.get(key) ?? 0) + amount;
        sums.set(key, sum);
        answers.push([null, sum]);
        return commands;
      },
      pexpire() {
        answers.push([null, 1]);
        return commands;
      },
      async exec() {
        if (isAway()) throw new Error('Redis is away');
        return answers;
      },
    };
    return commands;
  };
  return { pipeline } as unknown as Pick<RedisClient, 'pipeline'>;
}

function start(isAway?: () => boolean) {
  let now = 5 * MINUTE_MS;
  const failures: unknown[] = [];
  const sums = new Map<string, number>();
  const processes = ['one', 'other'].map(() => {
    const shared = createSharedLimits({
      redis: fakeRedis(sums, isAway),
      clock: () => now,
      failed: (error) => failures.push(error),
    });
    opened.push(shared);
    return { shared, limit: shared.make('changes', { perMinute: 10 }) };
  });
  const [one, other] = processes;
  if (!one || !other) throw new Error('there are two');
  return {
    one,
    other,
    failures,
    sums,
    pass(ms: number) {
      now += ms;
    },
    async exchange() {
      for (const { shared } of processes) await shared.exchange();
    },
  };
}

const takeAll = (limit: { take(key: string): boolean }, key = 'tess') => {
  let count = 0;
  while (limit.take(key)) count += 1;
  return count;
};

it('what was taken in one process is missing in the others', async () => {
  const { one, other, exchange } = start();
  for (let n = 0; n < 7; n += 1) one.limit.take('tess');
  await exchange();
  expect(other.limit.take('tess')).toBe(true);
  await exchange();
  expect(takeAll(other.limit)).toBe(2);
  expect(other.limit.waitSeconds('tess')).toBeGreaterThan(1);
  expect(takeAll(other.limit, 'mel')).toBe(10);
});

it('learns also from a refusal, and takes nothing off twice', async () => {
  const { one, other, exchange, pass } = start();
  takeAll(one.limit);
  other.limit.take('tess');
  await exchange();
  await exchange();
  expect(other.limit.take('tess')).toBe(false);
  await exchange();
  pass(30_000);
  expect(takeAll(other.limit)).toBe(5);
});

it('each counts for itself while Redis is away', async () => {
  let isAway = true;
  const { one, other, exchange, failures } = start(() => isAway);
  expect(takeAll(one.limit)).toBe(10);
  await exchange();
  expect(takeAll(other.limit)).toBe(10);
  await exchange();
  expect(failures.length).toBeGreaterThanOrEqual(2);
  isAway = false;
  await exchange();
  expect(one.limit.take('tess')).toBe(false);
});

it('names nobody in Redis', async () => {
  const { one, exchange, sums } = start();
  one.limit.take('tess@demo.example');
  await exchange();
  expect([...sums.keys()]).toEqual([expect.stringMatching(/^lectern:limit:changes:[\w-]{22}:5$/)]);
});
