import type * as v from 'valibot';
import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import { createAgentEnrolment, type StoredSession } from './agent-enrolment.ts';
import { memoryStore } from './agent-store.ts';

function setUp() {
  const asked: string[] = [];
  const store = memoryStore<StoredSession>();
  /** By path. */
  const fails = new Map<string, Error>();
  let person = 'ann';
  const start = () =>
    createAgentEnrolment({
      async call<T>({ url, bearer }: JsonRequest, _schema: v.GenericSchema<unknown, T>): Promise<T> {
        const path = url.replace('http://auth', '');
        asked.push([path, bearer].filter(Boolean).join(' '));
        const error = fails.get(path);
        if (error) throw error;
        const tokens = { accessToken: 'a', refreshToken: `r${asked.length}`, expiresIn: 60 };
        return tokens as T;
      },
      authUrl: 'http://auth',
      tenant: 'demo',
      login: { path: '/devices/login', about: () => person, send: (post) => post({}) },
      store,
      identityOf: () => 'device',
      now: () => 0,
      signal: undefined,
    });
  let enrolment = start();
  return {
    asked,
    fails,
    restart(as = person) {
      person = as;
      enrolment = start();
    },
    obtain: (afterRefusal = false) => enrolment.obtain({ afterRefusal }).catch(() => 'failed'),
  };
}

it.each([
  ['was too busy to look at it', new AppError('server', 'busy', { detail: { status: 429 } })],
  ['did not answer', new AppError('unreachable', 'no answer')],
  ['could not reach its database', new AppError('server', 'later', { detail: { status: 503 } })],
])('sends its token again to a platform that %s', async (_, error) => {
  const { asked, fails, obtain } = setUp();
  await obtain();
  fails.set('/refresh', error);
  expect(await obtain()).toBe('failed');
  fails.clear();
  await obtain();
  expect(asked).toEqual(['/devices/login', '/refresh r1', '/refresh r1']);
});

it('logs in at once where the platform refuses its token', async () => {
  const { asked, fails, obtain } = setUp();
  await obtain();
  fails.set('/refresh', new AppError('unauthorized', 'ended'));
  expect(await obtain()).not.toBe('failed');
  fails.clear();
  await obtain();
  expect(asked).toEqual(['/devices/login', '/refresh r1', '/devices/login', '/refresh r3']);
});

it('forgets a refused token also where the login fails', async () => {
  const { asked, fails, obtain } = setUp();
  await obtain();
  fails.set('/refresh', new AppError('unauthorized', 'ended'));
  fails.set('/devices/login', new AppError('unreachable', 'no answer'));
  await obtain();
  await obtain();
  expect(asked).toEqual(['/devices/login', '/refresh r1', '/devices/login', '/devices/login']);
});

it('goes on with its session after a restart', async () => {
  const { asked, restart, obtain } = setUp();
  await obtain();
  restart();
  await obtain();
  restart();
  await obtain();
  expect(asked).toEqual(['/devices/login', '/refresh r1', '/refresh r2']);
});

it('logs in for another person, and after the broker has refused its token', async () => {
  const { asked, restart, obtain } = setUp();
  await obtain();
  restart('ben');
  await obtain();
  restart('ann');
  await obtain();
  await obtain(true);
  expect(asked).toEqual(['/devices/login', '/devices/login', '/devices/login', '/devices/login']);
});
