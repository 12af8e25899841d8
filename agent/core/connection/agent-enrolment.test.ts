import type * as v from 'valibot';
import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import { createAgentEnrolment } from './agent-enrolment.ts';

function setUp() {
  const asked: string[] = [];
  let fails: Error | undefined;
  const enrolment = createAgentEnrolment({
    async call<T>({ url, bearer }: JsonRequest, _schema: v.GenericSchema<unknown, T>): Promise<T> {
      asked.push([url.replace('http://auth', ''), bearer].filter(Boolean).join(' '));
      if (fails) throw fails;
      const tokens = { accessToken: 'a', refreshToken: `r${asked.length}`, expiresIn: 60 };
      return tokens as T;
    },
    authUrl: 'http://auth',
    tenant: 'demo',
    login: { path: '/devices/login', body: () => ({}) },
    identityOf: () => 'device',
    now: () => 0,
    signal: undefined,
  });
  return {
    asked,
    fail: (error: Error | undefined) => {
      fails = error;
    },
    obtain: () => enrolment.obtain({ afterRefusal: false }).catch(() => 'failed'),
  };
}

it('shows its token again to a platform that was too busy to look at it', async () => {
  const { asked, fail, obtain } = setUp();
  await obtain();
  fail(new AppError('server', 'busy', { detail: { status: 429 } }));
  await obtain();
  fail(undefined);
  await obtain();
  expect(asked).toEqual(['/devices/login', '/refresh r1', '/refresh r1']);
});

it('enrols anew after any other failure: the token may have been spent', async () => {
  const { asked, fail, obtain } = setUp();
  await obtain();
  fail(new AppError('unreachable', 'no answer'));
  await obtain();
  fail(undefined);
  await obtain();
  expect(asked).toEqual(['/devices/login', '/refresh r1', '/devices/login']);
});
