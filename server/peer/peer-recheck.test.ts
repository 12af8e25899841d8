import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createChanges } from '#base/changes.ts';
import { AppError } from '#protocol/app-error.ts';
import { startPeerRecheck } from './peer-recheck.ts';
import type { PeerHolder } from './peer-tickets.ts';

const outage = () => new AppError('server', 'away', { detail: { status: 503 } });
const holder = (session: string) =>
  ({ tenant: 'demo', site: 'riverside', session, kind: 'device' }) as PeerHolder;
const HOLDERS = Array.from({ length: 20 }, (_, n) => holder(`s-${n}`));

let stop = () => {};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function start() {
  const changes = createChanges();
  const ended: string[] = [];
  const failures: unknown[] = [];
  const isPresent = vi.fn(async ({ session }: PeerHolder) => session !== 's-3');
  stop = startPeerRecheck({
    changes,
    holders: () => HOLDERS,
    isPresent,
    end: ({ session }) => ended.push(session),
    failed: (error) => failures.push(error),
  });
  const change = () =>
    changes.publish({ tenant: 'demo', site: 'riverside', resource: 'devices', change: 'deleted', at: 0 });
  return { change, ended, failures, isPresent };
}

it('asks again for everybody when the database is back after a change, and tells of one failure', async () => {
  const { change, ended, failures, isPresent } = start();
  isPresent.mockRejectedValue(outage());
  change();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ended).toEqual([]);
  expect(failures).toHaveLength(1);
  isPresent.mockImplementation(async ({ session }) => session !== 's-3');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['s-3']);
  isPresent.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isPresent).not.toHaveBeenCalled();
});

it('asks for each once a second while the database is away, however much has changed', async () => {
  const { change, ended, failures, isPresent } = start();
  isPresent.mockRejectedValue(outage());
  for (let n = 0; n < 5; n += 1) change();
  await vi.advanceTimersByTimeAsync(500);
  isPresent.mockClear();
  change();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isPresent).toHaveBeenCalledTimes(11 * HOLDERS.length);
  expect(failures).toHaveLength(1);
  isPresent.mockImplementation(async ({ session }) => session !== 's-3');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['s-3']);
});

it('asks once where it fails for another reason, and goes on with the others', async () => {
  const { change, ended, failures, isPresent } = start();
  isPresent.mockRejectedValueOnce(new Error('a fault'));
  change();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isPresent).toHaveBeenCalledTimes(HOLDERS.length);
  expect(ended).toEqual(['s-3']);
  expect(failures).toHaveLength(1);
});

it('asks no more when it is stopped', async () => {
  const { change, isPresent } = start();
  isPresent.mockRejectedValue(outage());
  change();
  await vi.advanceTimersByTimeAsync(1_500);
  stop();
  isPresent.mockClear();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isPresent).not.toHaveBeenCalled();
});
