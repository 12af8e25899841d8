import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashSecret } from '#base/secrets.ts';
import { type AuthFixture, createAuthFixture } from '../fakes/auth-fixture.ts';

let at: AuthFixture;
/** Happens when the token has been looked at, and before the session begins. */
let onceKnown: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  at = await createAuthFixture(
    {},
    {
      enrolmentOf: (real) => ({
        ...real,
        async runner(...login) {
          const runner = await real.runner(...login);
          await onceKnown?.();
          onceKnown = undefined;
          return runner;
        },
      }),
    },
  );
}, 60_000);
afterAll(() => at.close());

it('a runner whose token is renewed while it signs in has no session', async () => {
  const { db } = at.store;
  const sessionsOf = () =>
    db.selectFrom('refresh_tokens').select('family').where('subject_kind', '=', 'runner').execute();
  onceKnown = () =>
    db
      .updateTable('runner_tokens')
      .set({ hash: hashSecret('the next token') })
      .where('hash', '=', hashSecret('runner secret'))
      .execute();
  const login = (secret: string) => at.call('POST', '/runners/login', { body: { secret, hostname: 'nas' } });
  expect(await login('runner secret')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  expect(await sessionsOf()).toEqual([]);
  expect((await login('the next token')).status).toBe(200);
});
