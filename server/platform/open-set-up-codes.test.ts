import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthFixture, createAuthFixture } from '#auth/fakes/auth-fixture.ts';
import { createEnds } from '#base/ends.ts';
import { type OpenSetUpCodesDeps, openSetUpCodes } from './open-set-up-codes.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

/** What the processes of a platform share, within the minute. */
function minuteOfRedis() {
  const values = new Map<string, string>();
  const redis = {
    async set(key: string, value: string) {
      if (values.has(key)) return null;
      values.set(key, value);
      return 'OK';
    },
    /** The one script that is run here removes a key that has the value. */
    async eval(_script: string, _keys: number, key: string, value: string) {
      if (values.get(key) === value) values.delete(key);
    },
  };
  return redis as unknown as NonNullable<OpenSetUpCodesDeps['redis']>;
}

test('of those that start together one issues codes, and the next start after its end does so again', async () => {
  const deps = { db: at.store.db, redis: minuteOfRedis() };
  const [first, second, third] = [createEnds(), createEnds(), createEnds()];
  expect(await openSetUpCodes({ ...deps, ends: first })).toHaveLength(1);
  expect(await openSetUpCodes({ ...deps, ends: second })).toEqual([]);
  await second.run();
  expect(await openSetUpCodes({ ...deps, ends: second })).toEqual([]);
  await first.run();
  expect(await openSetUpCodes({ ...deps, ends: third })).toHaveLength(1);
});
