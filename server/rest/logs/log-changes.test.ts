import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import '../caller.ts';
import type { ResourceLog } from '#store/logs/resource-log.ts';
import { createAnnounce } from '../announce.ts';
import { logChanges, noteSubject } from './log-changes.ts';

const TUTOR = { kind: 'tutor', tenant: 'demo', site: 'riverside', sub: 't-1' } as AccessTokenClaims;
type Noted = Parameters<ResourceLog['note']>;

const apps: { close(): Promise<unknown> }[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  vi.useRealTimers();
});

/** Names by type and id. A deletion removes the name. */
const things = new Map<string, string>();

function open(note: ResourceLog['note'], claims: AccessTokenClaims = TUTOR) {
  const failures: unknown[] = [];
  const app = fastify();
  apps.push(app);
  app.decorateRequest('claims', null);
  app.addHook('onRequest', async (request) => {
    request.claims = claims;
  });
  logChanges(app, {
    resourceLog: { note },
    nameOf: async (_place, type, id) => things.get(`${type} ${id}`),
    clock: () => 9,
    failed: (error) => failures.push(error),
  });
  const announce = createAnnounce({ publish: () => {}, clock: () => 7 });
  const tutor = { tenant: 'demo', site: 'riverside', tutorId: 't-1', roles: [] };
  app.get('/v1/groups', async () => []);
  app.post('/v1/feedback', async () => ({}));
  app.delete('/v1/rooms/:id/members/:memberId', async () => ({}));
  app.put('/v1/tutors/self', async () => ({}));
  app.post('/v1/asks', { config: { changesNothing: true } }, async () => ({}));
  app.post('/v1/policies', async (request) => {
    await announce(
      request,
      tutor,
      { resource: 'policies', id: 'p-1', change: 'created' },
      { resource: 'groups' },
    );
    return {};
  });
  app.delete<{ Params: { id: string } }>('/v1/policies/:id', async (request) => {
    things.delete(`policies ${request.params.id}`);
    return {};
  });
  app.get('/v1/sites/:siteId/tokens/:runnerId', { config: { isReadNoted: true } }, async (request) => {
    noteSubject(request, { resourceType: 'site-runners', resourceId: 'runner-1' });
    return {};
  });
  app.put('/v1/groups/:id', async () => {
    throw Object.assign(new Error('no'), { statusCode: 403 });
  });
  return { app, failures };
}

const call = (app: ReturnType<typeof open>['app'], method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string) =>
  app.inject({ method, url, ...(method !== 'GET' && { payload: {} }) });

it('notes every call that changed something, whatever its route does', async () => {
  const noted: Noted[] = [];
  const { app } = open(async (...each) => void noted.push(each));
  await call(app, 'POST', '/v1/policies?x=1');
  await call(app, 'POST', '/v1/feedback');
  await call(app, 'DELETE', '/v1/rooms/r-1/members/u-1');
  await call(app, 'PUT', '/v1/tutors/self');
  const tutor = { tenant: 'demo', site: 'riverside', tutorId: 't-1' };
  const of = { id: expect.any(String), from: '127.0.0.1', details: {} };
  const note = (method: string, path: string, more: object) => [tutor, { ...of, method, path, ...more }];
  expect(noted).toEqual([
    note('POST', '/v1/policies', { at: 7, resourceType: 'policies', resourceId: 'p-1' }),
    note('POST', '/v1/feedback', { at: 9, resourceType: 'feedback', resourceId: undefined }),
    note('DELETE', '/v1/rooms/r-1/members/u-1', { at: 9, resourceType: 'rooms', resourceId: 'r-1' }),
    note('PUT', '/v1/tutors/self', { at: 9, resourceType: 'tutors', resourceId: 't-1' }),
  ]);
});

it('stores the name of the thing, which a deletion takes away', async () => {
  const noted: Noted[] = [];
  const { app } = open(async (...each) => void noted.push(each));
  things.set('policies p-1', 'No social media');
  things.set('site-runners runner-1', 'Cellar');
  await call(app, 'POST', '/v1/policies');
  await call(app, 'GET', '/v1/sites/s-1/tokens/runner-1');
  await call(app, 'DELETE', '/v1/policies/p-1');
  await call(app, 'DELETE', '/v1/policies/p-2');
  expect(
    noted.map(([, { resourceType, resourceId, details }]) => [resourceType, resourceId, details]),
  ).toEqual([
    ['policies', 'p-1', { name: 'No social media' }],
    ['site-runners', 'runner-1', { name: 'Cellar' }],
    ['policies', 'p-1', { name: 'No social media' }],
    ['policies', 'p-2', {}],
  ]);
});

it('notes nothing of what was read or refused, of what says that it changes nothing, and of devices', async () => {
  const noted: Noted[] = [];
  const note = async (...each: Noted) => void noted.push(each);
  const { app } = open(note);
  expect((await call(app, 'GET', '/v1/groups')).statusCode).toBe(200);
  expect((await call(app, 'PUT', '/v1/groups/g-1')).statusCode).toBe(403);
  expect((await call(app, 'POST', '/v1/asks')).statusCode).toBe(200);
  expect((await call(app, 'POST', '/v1/none')).statusCode).toBe(404);
  const device = open(note, { ...TUTOR, kind: 'device' });
  expect((await call(device.app, 'POST', '/v1/feedback')).statusCode).toBe(200);
  expect(noted).toEqual([]);
});

it('answers the tutor also where the note could not be kept: the change is made', async () => {
  const { app, failures } = open(() => Promise.reject(new Error('disk full')));
  expect((await call(app, 'POST', '/v1/feedback')).statusCode).toBe(200);
  expect(failures).toEqual([new Error('disk full')]);
});

describe('while the database is away', () => {
  const away = new AppError('server', 'away', { detail: { status: 503, retryAfter: 2 } });

  it('a change that was made just before is noted when it is back, under one id', async () => {
    const tried: Noted[] = [];
    let isAway = true;
    const { app, failures } = open(async (...each) => {
      tried.push(each);
      if (isAway) throw away;
    });
    expect((await call(app, 'POST', '/v1/feedback')).statusCode).toBe(200);
    await vi.advanceTimersByTimeAsync(60_000);
    isAway = false;
    const before = tried.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([before > 2, tried.length, failures]).toEqual([true, before + 1, []]);
    // The first attempt may have been stored although its response was lost.
    expect(new Set(tried.map(([, { id }]) => id)).size).toBe(1);
    expect(tried.at(-1)?.[1]).toMatchObject({ at: 9, resourceType: 'feedback' });
  });

  it('one that waits at the end of the platform is said in the log', async () => {
    const { app, failures } = open(() => Promise.reject(away));
    await call(app, 'POST', '/v1/feedback');
    await app.close();
    expect(failures).toEqual([away]);
  });
});
