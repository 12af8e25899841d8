import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { type Changes, createChanges } from '../changes.ts';
import type { Connection } from './door/connection.ts';
import { startRecheck } from './recheck.ts';

const outage = () => new AppError('server', 'away', { detail: { status: 503 } });
const EVERY_MS = 15_000;

let changes: Changes;
let refresh: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
let ended: string[];
let stop: () => void;

function start(): void {
  const claims = { kind: 'tutor', tenant: 'demo', site: 'riverside', sub: 'tess' };
  const connection = { claims, access: { refresh }, filters: new Set() } as unknown as Connection;
  ({ stop } = startRecheck({
    changes,
    everyMs: EVERY_MS,
    unknownForMs: 1_000,
    connections: () => [connection],
    refreshed: () => {},
    drop: () => {},
    end: (_connection, why) => ended.push(why),
  }));
}

beforeEach(() => {
  changes = createChanges();
  refresh = vi.fn(async () => true);
  ended = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function changed(): void {
  start();
  changes.publish({ tenant: 'demo', resource: 'groups', change: 'updated', at: 0 });
}

describe('a connection whose rights are read again while the database is away', () => {
  it('stays where the database is back soon, and is checked then', async () => {
    refresh.mockRejectedValueOnce(outage()).mockRejectedValueOnce(outage()).mockResolvedValue(false);
    changed();
    await expect.poll(() => ended).toEqual(['not-allowed']);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  it('ends where a change may have taken something away, and nobody can say so for long', async () => {
    refresh.mockImplementation(async () => {
      throw outage();
    });
    changed();
    await expect.poll(() => ended, { timeout: 5_000 }).toEqual(['unknown']);
    expect(refresh.mock.calls.length).toBeGreaterThan(2);
  });

  it('ends at once where something else has failed', async () => {
    refresh.mockRejectedValue(new Error('a defect'));
    changed();
    await expect.poll(() => ended).toEqual(['unknown']);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

it('nobody is ended by an outage where nothing has changed', async () => {
  vi.useFakeTimers();
  start();
  refresh.mockRejectedValue(outage());
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(refresh).toHaveBeenCalledTimes(10);
  expect(ended).toEqual([]);
  refresh.mockResolvedValue(false);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(ended).toEqual(['not-allowed']);
});
