import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import type { PageDevice } from '../page-memory.ts';
import { createPageEnrolment } from './page-enrolment.ts';

const identity = { clientId: 'c1', userId: 'u1', authType: 'session', siteId: 'riverside' };

/** A browser that is known by its key, and one that gets a key. */
const given = ({ url, body }: JsonRequest) => {
  if (!url.endsWith('/login')) return {};
  const isKnown = 'clientKey' in Object(body);
  return { hostname: 'page-3f09c1', ...(!isKnown && { clientKey: 'random' }) };
};

function fakeService() {
  const calls: JsonRequest[] = [];
  const refusals: unknown[] = [];
  /** Calls whose address ends so are refused. */
  let refused: string | undefined;
  let kept: PageDevice | undefined;
  const call = (async (request: JsonRequest) => {
    calls.push(request);
    if (refused !== undefined && request.url.endsWith(refused)) throw new AppError('unauthorized', 'no');
    const number = calls.length;
    return {
      ...identity,
      ...given(request),
      accessToken: `a${number}`,
      refreshToken: `r${number}`,
      expiresIn: 60,
    };
  }) as unknown as PlatformCall;
  const enrolment = createPageEnrolment({
    call,
    authUrl: 'http://auth',
    tenant: 'demo',
    now: () => 1_000,
    login: { secret: 's', type: 'extension', user: { name: 'Mia' } },
    device: {
      get: () => kept,
      set(given) {
        kept = given;
      },
    },
    signal: new AbortController().signal,
    onRefused: (error) => refusals.push(error),
  });
  return {
    enrolment,
    calls,
    refusals,
    refuse: (end: string) => {
      refused = end;
    },
  };
}

it('enrols with the key of the site, then refreshes', async () => {
  const { enrolment, calls } = fakeService();
  const first = await enrolment.obtain({ afterRefusal: false });
  expect(first).toEqual({
    accessToken: 'a1',
    identity: { tenant: 'demo', site: 'riverside', clientId: 'c1', userId: 'u1', authType: 'session' },
    expiresAt: 61_000,
  });
  await enrolment.obtain({ afterRefusal: false });
  expect(calls.map(({ url, bearer }) => [url, bearer])).toEqual([
    ['http://auth/devices/login', undefined],
    ['http://auth/refresh', 'r1'],
  ]);
  expect(enrolment.accessToken()).toBe('a2');
});

it('enrols anew after a refused refresh, and after a refusal of the broker', async () => {
  const { enrolment, calls, refuse, refusals } = fakeService();
  await enrolment.obtain({ afterRefusal: false });
  refuse('/refresh');
  await enrolment.obtain({ afterRefusal: false });
  await enrolment.obtain({ afterRefusal: true });
  const paths = calls.map(({ url }) => url.replace('http://auth', ''));
  expect(paths).toEqual(['/devices/login', '/refresh', '/devices/login', '/devices/login']);
  // The session had ended, and the site admits the student still.
  expect(refusals).toEqual([]);
});

it('notifies of a site that does not admit this student any more', async () => {
  const { enrolment, refuse, refusals } = fakeService();
  await enrolment.obtain({ afterRefusal: false });
  refuse('');
  await expect(enrolment.obtain({ afterRefusal: false })).rejects.toMatchObject({ code: 'unauthorized' });
  expect(refusals).toMatchObject([{ code: 'unauthorized' }]);
});

it('shows the platform the key that it was given, and is called what the platform says', async () => {
  const { enrolment, calls } = fakeService();
  await enrolment.obtain({ afterRefusal: false });
  await enrolment.obtain({ afterRefusal: true });
  await enrolment.obtain({ afterRefusal: true });
  const known = { hostname: 'page-3f09c1', clientKey: 'random' };
  expect(calls.map(({ body }) => body)).toMatchObject([{ hostname: 'page' }, known, known]);
  expect(calls[0]?.body).not.toHaveProperty('clientKey');
});
