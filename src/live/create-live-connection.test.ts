import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveBatch, LiveWorker, WatchRequest } from '#protocol/live-worker.ts';
import { createLiveConnection } from './create-live-connection.ts';
import type { TabPresence } from './tab-presence.ts';

const session = { tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' };
const request: WatchRequest = { groupId: 'g1', feeds: ['info'] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const calls: string[] = [];
  const locks = new Set<string>();
  const ports: MessagePort[] = [];
  let visible = true;
  let tellVisible: (visible: boolean) => void = () => {};
  let knows: () => Promise<boolean> = async () => true;
  let lastId = 0;
  const worker = new Proxy({} as LiveWorker, {
    get:
      (_, verb: keyof LiveWorker) =>
      async (...args: unknown[]) => {
        if (verb === 'knows') return knows();
        if (verb === 'attach') {
          ports.push(args[1] as MessagePort);
          calls.push(`attach ${(args[0] as { tabId: string }).tabId}`);
          return { version: 1 };
        }
        calls.push(
          [verb, ...args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))].join(' '),
        );
        return undefined;
      },
  });
  const presence: TabPresence = {
    isVisible: () => visible,
    onVisibility(call) {
      tellVisible = call;
      return () => {};
    },
    onPage: () => () => {},
    async holdLock(tabId) {
      locks.add(tabId);
      return () => void locks.delete(tabId);
    },
  };
  const connection = createLiveConnection({
    spawn: () => ({ worker, end: () => calls.push('end') }),
    presence,
    newId: () => `tab${++lastId}`,
  });
  const tokens = { freshToken: async () => 'token', token: 'token' };
  const flush = () => vi.advanceTimersByTimeAsync(0);
  return {
    connection,
    locks,
    flush,
    start: async () => {
      connection.start(session, tokens);
      await flush();
    },
    setVisible(next: boolean) {
      visible = next;
      tellVisible(next);
    },
    setKnows(next: () => Promise<boolean>) {
      knows = next;
    },
    take: () => calls.splice(0),
    /** A batch as the worker would send it. */
    async send(batch: Omit<LiveBatch, 'seq' | 'sentAt'>) {
      const port = ports.at(-1);
      const answered = new Promise<unknown>((resolve) => {
        if (port) port.onmessage = ({ data }) => resolve(data);
      });
      port?.postMessage({ seq: 1, sentAt: 0, ...batch });
      vi.useRealTimers();
      const answer = await answered;
      vi.useFakeTimers();
      return answer;
    },
  };
}

describe('attaching', () => {
  test('holds the lock before the worker hears of the tab, and says what is watched', async () => {
    const { connection, start, locks, take } = setUp();
    const watch = connection.createWatch();
    connection.openWatch(watch, request);
    watch.look({ visible: ['a'], displays: {} });
    await start();
    expect([...locks]).toEqual(['tab1']);
    expect(take()).toEqual([
      'attach tab1',
      `watch tab1 ${watch.id} {"groupId":"g1","feeds":["info"]}`,
      `look tab1 ${watch.id} {"visible":["a"],"displays":{}}`,
    ]);
  });

  test('twice for one session is once', async () => {
    const { start, take } = setUp();
    await start();
    await start();
    expect(take()).toEqual(['attach tab1', 'setToken tab1 token']);
  });

  test('batches are answered once they are dealt with', async () => {
    const { connection, start, send } = setUp();
    await start();
    expect(await send({ connection: { name: 'connected', since: 5 } })).toEqual({ ack: 1 });
    expect(connection.connection.get()).toEqual({ name: 'connected', since: 5 });
  });

  test('ends with its lock released; sign-out ends the connection of all tabs', async () => {
    const { connection, start, locks, take } = setUp();
    await start();
    take();
    await connection.stop('signed-out');
    expect(take()).toEqual(['shutdown', 'detach tab1', 'end']);
    expect(locks.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a site switch only lets go', async () => {
    const { connection, start, take } = setUp();
    await start();
    take();
    await connection.stop('switched');
    expect(take()).toEqual(['detach tab1', 'end']);
  });
});

describe('a worker that has died', () => {
  test('is replaced when the tab is looked at again, and told everything', async () => {
    const { connection, start, take, setVisible, setKnows } = setUp();
    const watch = connection.createWatch();
    connection.openWatch(watch, request);
    await start();
    take();
    setKnows(() => new Promise(() => {}));
    setVisible(true);
    await vi.advanceTimersByTimeAsync(3_000);
    const calls = take();
    expect(calls).toContain('attach tab2');
    expect(calls.at(-1)).toContain(`watch tab2 ${watch.id}`);
  });

  test('that was restarted and knows nothing of the tab is attached again', async () => {
    const { start, take, setKnows } = setUp();
    await start();
    take();
    setKnows(async () => false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(take()).toContain('attach tab2');
  });

  test('that answers is left alone', async () => {
    const { start, take } = setUp();
    await start();
    take();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(take()).toEqual([]);
  });
});

describe('watches', () => {
  test('that close and open again at once are not interrupted', async () => {
    const { connection, start, take, flush } = setUp();
    await start();
    const watch = connection.createWatch();
    connection.openWatch(watch, request)();
    const close = connection.openWatch(watch, { ...request, feeds: ['tabs'] });
    await flush();
    expect(take().map((call) => call.split(' ')[0])).toEqual(['attach', 'watch', 'rewatch']);
    close();
    await flush();
    expect(take()).toEqual([`unwatch tab1 ${watch.id}`]);
  });

  test('a thousand of them leave nothing', async () => {
    const { connection, start, flush } = setUp();
    await start();
    const timers = vi.getTimerCount();
    for (let i = 0; i < 1_000; i += 1) connection.openWatch(connection.createWatch(), request)();
    await flush();
    expect(connection.watchCount()).toBe(0);
    expect(vi.getTimerCount()).toBe(timers);
  });

  test('that have ended close the pictures that still come for them', () => {
    const { connection } = setUp();
    const watch = connection.createWatch();
    let closed = 0;
    const bitmap = { close: () => (closed += 1) } as unknown as ImageBitmap;
    watch.applyFrame({ watchId: watch.id, clientId: 'a', display: 'd1', bitmap, at: 1, receivedAt: 2 });
    expect(closed).toBe(1);
    expect(watch.devices.thumbnailState('a')).toBe('none');
  });
});
