import fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { ResourceLog } from '../../store/logs/resource-log.ts';
import { logChanges } from './log-changes.ts';

const AWAY = new AppError('server', 'away', { detail: { status: 503, retryAfter: 2 } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function setUp() {
  const rows: Parameters<ResourceLog['note']>[] = [];
  const failed: unknown[] = [];
  const store = { fails: undefined as Error | undefined };
  const app = fastify();
  app.decorateRequest('claims');
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { claims: { kind: 'tutor', tenant: 'acme', site: 'one', sub: 'tina' } });
  });
  logChanges(app, {
    resourceLog: {
      async note(...row: Parameters<ResourceLog['note']>) {
        if (store.fails) throw store.fails;
        rows.push(row);
      },
    } as ResourceLog,
    clock: () => 1_000,
    failed: (error) => failed.push(error),
  });
  app.post('/v1/sites', async () => ({ id: 's1' }));
  const change = async () => (await app.inject({ method: 'POST', url: '/v1/sites' })).statusCode;
  return { app, rows, failed, store, change };
}

it('a change is noted before it is answered', async () => {
  const { rows, change } = await setUp();
  expect(await change()).toBe(200);
  expect(rows).toMatchObject([
    [
      { tenant: 'acme', tutorId: 'tina' },
      { method: 'POST', at: 1_000 },
    ],
  ]);
});

it('a change that was made just before the database went is noted when that is back', async () => {
  const { rows, failed, store, change } = await setUp();
  store.fails = AWAY;
  expect(await change()).toBe(200);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([rows, failed]).toEqual([[], []]);
  store.fails = undefined;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rows).toMatchObject([[{ tutorId: 'tina' }, { at: 1_000 }]]);
});

it('one that cannot be noted is said in the log, and is answered all the same', async () => {
  const { app, rows, failed, store, change } = await setUp();
  store.fails = new Error('no such column');
  expect(await change()).toBe(200);
  expect([rows, failed]).toEqual([[], [store.fails]]);
  store.fails = AWAY;
  await change();
  await app.close();
  expect(failed.at(-1)).toBe(AWAY);
});
