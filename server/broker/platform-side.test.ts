import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Changes, createChanges } from '#base/changes.ts';
import { silentLog } from '#base/log.ts';
import type { Connection } from './door/connection.ts';
import type { BrokerMessage } from './door/door-gate.ts';
import { BROKER_LIMITS } from './limits/broker-limits.ts';
import { type PlatformSide, type PlatformSources, startPlatformSide } from './platform-side.ts';

/** So long a device keeps its lists after its last connection. */
const GRACE_MS = 2 * BROKER_LIMITS.maxSessionExpiryS * 1000;
const listsOf = (clientId: string) =>
  ['groups', 'orders', 'policies'].map((leaf) => `demo/riverside/clients/${clientId}/${leaf}`);

let changes: Changes;
let policiesOf: ReturnType<typeof vi.fn<NonNullable<PlatformSources['policiesOf']>>>;
/** What the broker retains, by topic. */
let retained: Map<string, string>;
let open: Set<Connection>;
let failures: unknown[];
let platform: PlatformSide;

const sources = (): PlatformSources => ({
  changes,
  policiesOf,
  sitesOf: async () => [],
  storeDeviceEvent: async () => true,
  storeTutorActions: async () => {},
  rooms: { keepMessage: async () => ({ name: 'unknown' }), keepStatus: async () => false },
  orders: {
    all: async () => [],
    put: async () => true,
    remove: async () => {},
    tutorName: async () => undefined,
    clientNames: async () => new Map(),
  },
});

async function publish({ topic, payload, retain }: BrokerMessage): Promise<void> {
  if (!retain) return;
  if (payload.length > 0) retained.set(topic, payload.toString());
  else retained.delete(topic);
}

beforeEach(() => {
  vi.useFakeTimers();
  changes = createChanges();
  policiesOf = vi.fn<NonNullable<PlatformSources['policiesOf']>>(async () => ({ policies: [] }));
  retained = new Map();
  open = new Set();
  failures = [];
  platform = startPlatformSide({
    sources: sources(),
    door: { publish, dropSubscriptions: () => {} },
    open: { all: () => open, isOpen: (connection) => open.has(connection) },
    ends: { recheckFailed: () => {} },
    counters: { dropped: {} },
    limits: BROKER_LIMITS,
    now: () => Date.now(),
    failed: (error) => failures.push(error),
    log: silentLog,
  });
});
afterEach(async () => {
  platform.stop();
  await platform.close();
  vi.useRealTimers();
  expect(failures).toEqual([]);
});

function device(clientId: string, { kind = 'device', instance = 'page', access = {} } = {}): Connection {
  return {
    clientId: `${kind}:demo:riverside:${clientId}:${instance}`,
    claims: { kind, tenant: 'demo', site: 'riverside', sub: clientId, clientId },
    access: { ownGroups: () => ['maths'], ownRooms: () => [], ...access },
    filters: new Set(),
    directoryVersion: 0,
  } as unknown as Connection;
}

function enter(connection: Connection): void {
  open.add(connection);
  platform.opened(connection);
}

async function connect(connection: Connection): Promise<Connection> {
  await platform.deliver(connection);
  enter(connection);
  return connection;
}

function leave(connection: Connection): void {
  open.delete(connection);
  platform.closed(connection);
}

const kept = () => [...retained.keys()].toSorted();

describe('the retained lists of a device', () => {
  it('are taken away when it has been gone for twice the life of its session', async () => {
    const pc = await connect(device('pc'));
    await connect(device('other'));
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(kept()).toEqual([...listsOf('other'), ...listsOf('pc')]);
    leave(pc);
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
    expect(kept()).toEqual([...listsOf('other'), ...listsOf('pc')]);
    await vi.advanceTimersByTimeAsync(1);
    expect(kept()).toEqual(listsOf('other'));
  });

  it('stay where it is back before', async () => {
    leave(await connect(device('pc')));
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
    await connect(device('pc'));
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(kept()).toEqual(listsOf('pc'));
  });

  it('come anew where it is back later', async () => {
    leave(await connect(device('pc')));
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(kept()).toEqual([]);
    await connect(device('pc'));
    expect(kept()).toEqual(listsOf('pc'));
  });

  it('stay while another of its connections is open', async () => {
    const first = await connect(device('pc'));
    const second = await connect(device('pc', { instance: 'other-page' }));
    leave(first);
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(kept()).toEqual(listsOf('pc'));
    leave(second);
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(kept()).toEqual([]);
  });

  it('stay where a connection has taken over from one with the same identifier', async () => {
    const first = await connect(device('pc'));
    await connect(device('pc'));
    // The end of one that was taken over is not told to the platform.
    open.delete(first);
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(kept()).toEqual(listsOf('pc'));
  });

  it('stay where they are being published for its return, however long that takes', async () => {
    leave(await connect(device('pc')));
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
    let answer = () => {};
    policiesOf.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ policies: [] });
        }),
    );
    const back = device('pc');
    const delivered = platform.deliver(back);
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(kept()).toEqual(listsOf('pc'));
    answer();
    await delivered;
    enter(back);
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(kept()).toEqual(listsOf('pc'));
  });

  it('are taken away where they were published for a connection that was not opened', async () => {
    await platform.deliver(device('pc'));
    expect(kept()).toEqual(listsOf('pc'));
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(kept()).toEqual([]);
  });

  it('are not published for a connection that was closed while its rights were read again', async () => {
    let answer = (_here: boolean) => {};
    const refresh = () =>
      new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    let groups = ['maths'];
    const pc = await connect(device('pc', { access: { refresh, ownGroups: () => groups } }));
    const before = new Map(retained);
    groups = ['chess'];
    changes.publish({ tenant: 'demo', resource: 'groups', change: 'updated', at: 0 });
    leave(pc);
    answer(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(retained).toEqual(before);
  });

  it('stay when the platform stops, whose clients leave then', async () => {
    const pc = await connect(device('pc'));
    leave(await connect(device('other')));
    platform.stop();
    leave(pc);
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(kept()).toEqual([...listsOf('other'), ...listsOf('pc')]);
  });
});

it('a tutor leaves no list behind, and takes none away', async () => {
  await connect(device('pc'));
  leave(await connect(device('pc', { kind: 'tutor' })));
  await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
  expect(kept()).toEqual(listsOf('pc'));
});
