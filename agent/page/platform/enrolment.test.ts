import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createEnrolment } from './enrolment.ts';
import type { JsonRequest, RequestJson } from './request-json.ts';

const identity = { clientId: 'c1', userId: 'u1', authType: 'session', siteId: 'riverside' };

function fakeService() {
  const calls: JsonRequest[] = [];
  const refusals: unknown[] = [];
  let refuses = false;
  const requestJson = (async (request: JsonRequest) => {
    calls.push(request);
    if (refuses) throw new AppError('unauthorized', 'no');
    const number = calls.length;
    return { ...identity, accessToken: `a${number}`, refreshToken: `r${number}`, expiresIn: 60 };
  }) as unknown as RequestJson;
  const enrolment = createEnrolment({
    ...{ requestJson, authUrl: 'http://auth', tenant: 'demo', now: () => 1_000 },
    login: { secret: 's', type: 'extension', hostname: 'page-1', user: { name: 'Mia' } },
    signal: new AbortController().signal,
    onRefused: (error) => refusals.push(error),
  });
  return {
    ...{ enrolment, calls, refusals },
    refuse: (on: boolean) => {
      refuses = on;
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

it('enrols anew after a refresh that failed, and after a refusal of the broker', async () => {
  const { enrolment, calls, refuse } = fakeService();
  await enrolment.obtain({ afterRefusal: false });
  refuse(true);
  await expect(enrolment.obtain({ afterRefusal: false })).rejects.toMatchObject({ code: 'unauthorized' });
  refuse(false);
  await enrolment.obtain({ afterRefusal: false });
  await enrolment.obtain({ afterRefusal: true });
  const paths = calls.map(({ url }) => url.replace('http://auth', ''));
  expect(paths).toEqual(['/devices/login', '/refresh', '/devices/login', '/devices/login']);
});

it('tells of the site that lets this student in no more, and of nothing else', async () => {
  const { enrolment, refuse, refusals } = fakeService();
  await enrolment.obtain({ afterRefusal: false });
  refuse(true);
  await expect(enrolment.obtain({ afterRefusal: false })).rejects.toThrow();
  // The session is over; the student may begin another.
  expect(refusals).toEqual([]);
  await expect(enrolment.obtain({ afterRefusal: false })).rejects.toThrow();
  expect(refusals).toMatchObject([{ code: 'unauthorized' }]);
});
