import { afterEach, expect, it } from 'vitest';
import type { SharedRedis } from '#base/redis.ts';
import { openSharedChanges, type SharedChanges } from './shared-changes.ts';

type Stored = { ms: number; count: number; fields: string[] };

const opened: SharedChanges[] = [];
afterEach(async () => {
  for (const shared of opened.splice(0)) await shared.stop();
});

const idOf = ({ ms, count }: Stored) => `${ms}-${count}`;

/** The stream of one Redis, whose clock is the test's. It can be replaced under those who are connected. */
function createFakeRedis() {
  let stream: Stored[] = [];
  let now = 1_000;
  let refusals = 0;
  let waits: { after: string; resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = [];
  const entriesOf = (all: readonly Stored[]) => all.map((each) => [idOf(each), each.fields]);

  function later(after: string): Stored[] {
    const [ms = 0, count = 0] = after.split('-').map(Number);
    return stream.filter((each) => each.ms > ms || (each.ms === ms && each.count > count));
  }
  function answerWaits(): void {
    const all = waits;
    waits = [];
    for (const each of all) {
      const found = later(each.after);
      if (found.length > 0) each.resolve([['', entriesOf(found)]]);
      else waits.push(each);
    }
  }
  function add(fields: string[]): void {
    const last = stream.at(-1);
    const isAhead = last !== undefined && last.ms >= now;
    stream.push({ ms: isAhead ? last.ms : now, count: isAhead ? last.count + 1 : 0, fields });
    answerWaits();
  }
  function breakConnections(): void {
    for (const { reject } of waits.splice(0)) reject(new Error('the connection broke'));
  }

  const commands = {
    status: 'ready',
    on() {},
    off() {},
    disconnect: breakConnections,
    /** Key, three words of a limit, and `*` come before the fields. */
    async xadd(...words: unknown[]) {
      add(words.slice(5).map(String));
    },
    /** The last word is the count. */
    async xrevrange(...words: unknown[]) {
      if (refusals > 0) {
        refusals -= 1;
        throw new Error('Redis is loading');
      }
      return entriesOf(stream.toReversed().slice(0, Number(words.at(-1))));
    },
    /** The last word is the number after which it reads. */
    xread: (...words: unknown[]) =>
      new Promise((resolve, reject) => {
        waits.push({ after: String(words.at(-1)), resolve, reject });
        answerWaits();
      }),
  };
  return {
    redis: { client: commands, waiting: commands } as unknown as Pick<SharedRedis, 'client' | 'waiting'>,
    setClock(ms: number) {
      now = ms;
    },
    /** Another one is reached from now on: with as many of the first changes. */
    replace(kept: number, refused = 0) {
      stream = stream.slice(0, kept);
      refusals = refused;
      breakConnections();
    },
    isFollowed: () => waits.length > 0,
  };
}

/** A process that publishes changes, and what another one hears of them. */
async function start() {
  const fake = createFakeRedis();
  const failures: string[] = [];
  const open = async (self: string) => {
    const shared = await openSharedChanges({
      redis: fake.redis,
      self,
      clock: () => 0,
      failed: (error) => failures.push((error as Error).message),
    });
    opened.push(shared);
    return shared;
  };
  const speaker = await open('speaker');
  const heard: (string | undefined)[] = [];
  (await open('listener')).changes.listen(({ id }) => heard.push(id));
  return {
    ...fake,
    failures,
    heard,
    async say(id: string) {
      speaker.changes.publish({ tenant: 'demo', resource: 'groups', id, change: 'updated', at: 0 });
      await speaker.flushed();
    },
  };
}

it('each change of another process is heard once, in order', async () => {
  const { say, heard } = await start();
  for (const id of ['one', 'two', 'three']) await say(id);
  await expect.poll(() => heard).toEqual(['one', 'two', 'three']);
});

it('changes are heard where Redis has come back without any, and its clock is behind', async () => {
  const { say, heard, setClock, replace } = await start();
  await say('before');
  await expect.poll(() => heard).toEqual(['before']);
  setClock(500);
  replace(0);
  await say('after');
  await expect.poll(() => heard).toEqual(['before', 'after']);
});

it('nothing is heard twice where Redis has lost its last change only', async () => {
  const { say, heard, setClock, replace, isFollowed } = await start();
  for (const id of ['one', 'two']) await say(id);
  setClock(2_000);
  await say('lost');
  await expect.poll(() => heard).toEqual(['one', 'two', 'lost']);
  setClock(1_500);
  replace(2);
  // It comes before anybody has looked.
  expect(isFollowed()).toBe(false);
  await say('meanwhile');
  await expect.poll(() => heard).toEqual(['one', 'two', 'lost', 'meanwhile']);
  await say('afterwards');
  await expect.poll(() => heard).toEqual(['one', 'two', 'lost', 'meanwhile', 'afterwards']);
});

it('a change that was said while nobody was connected is heard where nothing was lost', async () => {
  const { say, heard, replace } = await start();
  await say('one');
  await expect.poll(() => heard).toEqual(['one']);
  replace(1);
  await say('meanwhile');
  await expect.poll(() => heard).toEqual(['one', 'meanwhile']);
});

it('a Redis that does not say yet where its stream ends is asked again', async () => {
  const { say, heard, failures, setClock, replace } = await start();
  await say('before');
  await expect.poll(() => heard).toEqual(['before']);
  setClock(500);
  // Both processes look.
  replace(0, 4);
  await say('after');
  await expect.poll(() => heard).toEqual(['before', 'after']);
  expect(failures.filter((message) => message === 'Redis is loading')).toHaveLength(4);
});
