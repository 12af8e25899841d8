import { expect, it, vi } from 'vitest';
import { createReadiness } from './readiness.ts';

it('is ready when every part is there, and says which is not without saying why', async () => {
  let now = 0;
  let broker: 'ok' | 'closed' = 'ok';
  const database = vi.fn(async (): Promise<'ok'> => 'ok');
  const readiness = createReadiness({ parts: { database, broker: async () => broker }, clock: () => now });
  expect(await readiness.read()).toEqual({ ready: true, parts: { database: 'ok', broker: 'ok' } });
  broker = 'closed';
  database.mockRejectedValue(new Error('connect ECONNREFUSED postgres://lectern:secret@db'));
  now += 1_000;
  expect(await readiness.read()).toEqual({
    ready: false,
    parts: { database: 'no-answer', broker: 'closed' },
  });
});

it('asks the parts once a second at most, and again when the clock was set back', async () => {
  let now = 10_000_000;
  const database = vi.fn(async (): Promise<'ok'> => 'ok');
  const readiness = createReadiness({ parts: { database }, clock: () => now });
  await Promise.all([readiness.read(), readiness.read()]);
  now += 999;
  await readiness.read();
  expect(database).toHaveBeenCalledTimes(1);
  now -= 3_600_000;
  await readiness.read();
  expect(database).toHaveBeenCalledTimes(2);
});

it('does not wait for a part that never answers', async () => {
  const readiness = createReadiness({
    parts: { database: () => new Promise(() => {}) },
    clock: () => 0,
    timeoutMs: 1,
  });
  expect(await readiness.read()).toEqual({ ready: false, parts: { database: 'no-answer' } });
});

it('is not ready from the moment on that the platform ends', async () => {
  const readiness = createReadiness({ parts: { database: async () => 'ok' }, clock: () => 0 });
  await readiness.read();
  readiness.stop();
  expect(await readiness.read()).toEqual({ ready: false, parts: { database: 'ok', platform: 'stopping' } });
});
