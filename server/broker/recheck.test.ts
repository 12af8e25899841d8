import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Changes, createChanges } from '#base/changes.ts';
import { AppError } from '#protocol/app-error.ts';
import type { BrokerPermissions } from './broker-permissions.ts';
import type { Connection } from './door/connection.ts';
import { createAccess } from './gate/access.ts';
import { startRecheck } from './recheck.ts';

const outage = () => new AppError('server', 'away', { detail: { status: 503 } });
const EVERY_MS = 15_000;
const UNKNOWN_FOR_MS = 1_000;
const TRY_AGAIN_MS = 250;
/** So many devices are asked for at a time. */
const PARALLEL = 8;

type Refresh = Connection['access']['refresh'];

let changes: Changes;
let refresh: ReturnType<typeof vi.fn<Refresh>>;
let refreshed: Connection[];
let ended: string[];
let stop: () => void;

const tutor = () =>
  ({
    claims: { kind: 'tutor', tenant: 'demo', site: 'riverside', sub: 'tess' },
    access: { refresh },
    filters: new Set(),
  }) as unknown as Connection;

function start(
  connections = [tutor()],
  { intervalMs }: { intervalMs?: number } = { intervalMs: EVERY_MS },
): void {
  ({ stop } = startRecheck({
    changes,
    intervalMs,
    timeoutMs: UNKNOWN_FOR_MS,
    connections: () => connections,
    refreshed: (connection) => refreshed.push(connection),
    drop: () => {},
    end: (_connection, why) => ended.push(why),
  }));
}

beforeEach(() => {
  changes = createChanges();
  refresh = vi.fn<Refresh>(async () => true);
  refreshed = [];
  ended = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const change = () => changes.publish({ tenant: 'demo', resource: 'groups', change: 'updated', at: 0 });

function changed(): void {
  start();
  change();
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

describe('a connection whose rights are read again while the database says nothing', () => {
  beforeEach(() => void vi.useFakeTimers());

  it.each([true, false])('ends after a while, and a late answer does nothing: %s', async (here) => {
    let answer = (_here: boolean) => {};
    refresh.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    changed();
    await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS - 1);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(['unknown']);
    answer(here);
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
    expect(ended).toEqual(['unknown']);
    expect(refreshed).toEqual([]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('stays where the answer comes in time', async () => {
    refresh.mockImplementationOnce(
      () => new Promise((resolve) => setTimeout(() => resolve(true), UNKNOWN_FOR_MS - 1)),
    );
    changed();
    await vi.advanceTimersByTimeAsync(2 * UNKNOWN_FOR_MS);
    expect(ended).toEqual([]);
    expect(refreshed).toHaveLength(1);
  });

  it('stays while an embedded database is slow, and goes where it says so', async () => {
    refresh.mockImplementationOnce(
      () => new Promise((resolve) => setTimeout(() => resolve(false), 10 * UNKNOWN_FOR_MS)),
    );
    start([tutor()], {});
    change();
    await vi.advanceTimersByTimeAsync(10 * UNKNOWN_FOR_MS - 1);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(['not-allowed']);
  });

  it('is not ended when nobody is rechecked any more', async () => {
    refresh.mockImplementation(() => new Promise(() => {}));
    changed();
    await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS / 2);
    stop();
    await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS);
    expect(ended).toEqual([]);
  });
});

it('a tutor acts with the rights of before while the database says nothing, where nothing has changed', async () => {
  vi.useFakeTimers();
  let isAnswering = true;
  const permissions = {
    permittedGroups: () => (isAnswering ? Promise.resolve(new Set(['maths'])) : new Promise(() => {})),
    roomsOfTutor: async () => new Set(),
  } as unknown as BrokerPermissions;
  const claims = { ...tutor().claims, roles: [] } as unknown as Connection['claims'];
  const access = await createAccess(claims, permissions, () => Date.now());
  if (access === undefined) throw new Error('the tutor has no access');
  start([{ claims, access, filters: new Set() } as unknown as Connection]);
  isAnswering = false;
  const maySubscribe = () => access.maySubscribe('demo/riverside/groups/maths/orders');
  await vi.advanceTimersByTimeAsync(EVERY_MS + 1);
  const asked = maySubscribe();
  await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS);
  expect([await asked, await maySubscribe()]).toEqual([true, true]);
  isAnswering = true;
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(refreshed).toHaveLength(1);
  expect(ended).toEqual([]);
});

describe('devices, which take turns', () => {
  beforeEach(() => void vi.useFakeTimers());

  /** Each asks by `ask` when it has its turn. */
  const devices = (count: number, ask: () => Promise<void>) =>
    Array.from({ length: count }, (_, n) => {
      const access: Pick<Connection['access'], 'refresh'> = {
        async refresh(schedule = (work) => work()) {
          await schedule(ask);
          return true;
        },
      };
      const claims = { kind: 'device', tenant: 'demo', site: 'riverside', sub: `device-${n}` };
      return { claims, access, filters: new Set() } as unknown as Connection;
    });

  it('stay for as long as the database answers, however long they wait', async () => {
    const answerMs = 0.9 * UNKNOWN_FOR_MS;
    start(devices(3 * PARALLEL, () => new Promise((resolve) => setTimeout(resolve, answerMs))));
    change();
    await vi.advanceTimersByTimeAsync(3 * answerMs);
    expect(ended).toEqual([]);
    expect(refreshed).toHaveLength(3 * PARALLEL);
  });

  it('end after a while without an answer, and others get their turns', async () => {
    let asked = 0;
    start(
      devices(PARALLEL + 1, () => {
        asked += 1;
        return new Promise(() => {});
      }),
    );
    change();
    await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS - 1);
    expect([asked, ended.length]).toEqual([PARALLEL, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([asked, ended.length]).toEqual([PARALLEL + 1, PARALLEL]);
    await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS);
    expect(ended).toEqual(Array.from({ length: PARALLEL + 1 }, () => 'unknown'));
  });

  it('stay without an answer where nothing has changed, and are asked again after a late one', async () => {
    const answers: (() => void)[] = [];
    start(devices(PARALLEL + 1, () => new Promise((resolve) => answers.push(resolve))));
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(answers).toHaveLength(PARALLEL);
    await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS);
    expect(answers).toHaveLength(PARALLEL + 1);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(TRY_AGAIN_MS);
    expect(answers).toHaveLength(PARALLEL + 2);
    answers.at(-1)?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshed).toHaveLength(1);
    expect(ended).toEqual([]);
  });

  it('end also where they had no answer before the change came', async () => {
    let isAnswering = true;
    const permissions = {
      groupsOfClient: () => (isAnswering ? Promise.resolve([]) : new Promise(() => {})),
    } as unknown as BrokerPermissions;
    const claims = {
      kind: 'device',
      tenant: 'demo',
      site: 'riverside',
      sub: 'device-0',
    } as unknown as Connection['claims'];
    const access = await createAccess(claims, permissions, () => Date.now());
    start([{ claims, access, filters: new Set() } as unknown as Connection]);
    isAnswering = false;
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    change();
    await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(UNKNOWN_FOR_MS);
    expect(ended).toEqual(['unknown']);
  });
});
