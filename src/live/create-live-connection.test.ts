import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { createLiveConnection } from './create-live-connection.ts';
import { createFakeLiveWorker } from './fakes/fake-live-worker.ts';

const CLIENT = { authType: 'user', type: 'extension' } as const;

const session = { tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' };
const request: WatchRequest = { of: { groupId: 'g1' }, feeds: ['info'] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const fake = createFakeLiveWorker();
  const connection = createLiveConnection(fake.deps);
  const tokens = { freshToken: async () => 'token', token: 'token' };
  const flush = () => vi.advanceTimersByTimeAsync(0);
  return {
    ...fake,
    connection,
    flush,
    start: async (token = 'token') => {
      connection.start(session, { ...tokens, token });
      await flush();
    },
    async send(batch: Parameters<typeof fake.send>[0]) {
      vi.useRealTimers();
      const answer = await fake.send(batch);
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
      `watch tab1 ${watch.id} {"of":{"groupId":"g1"},"feeds":["info"]}`,
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
    const { connection, start, take, setVisible, answers } = setUp();
    const watch = connection.createWatch();
    connection.openWatch(watch, request);
    await start();
    take();
    answers.knows = () => new Promise(() => {});
    setVisible(true);
    await vi.advanceTimersByTimeAsync(3_000);
    const calls = take();
    expect(calls).toContain('attach tab2');
    expect(calls.at(-1)).toContain(`watch tab2 ${watch.id}`);
  });

  test('that was restarted and knows nothing of the tab is attached again', async () => {
    const { start, take, answers } = setUp();
    await start();
    take();
    answers.knows = async () => false;
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
    watch.pictures.paint({ watchId: watch.id, clientId: 'a', display: 'd1', bitmap, at: 1, receivedAt: 2 });
    expect(closed).toBe(1);
    expect(watch.devices.thumbnailState('a')).toBe('none');
  });
});

describe('what comes in batches', () => {
  test('reaches the actions, rooms and active people of this tab', async () => {
    const { connection, start, send } = setUp();
    await start();
    const run = connection.act({ action: 'mute', parameters: {}, audience: { groupId: 'g1' } });
    const said: number[] = [];
    connection.rooms.onSaid(({ entries }) => said.push(entries.length));
    connection.activeUsers.subscribe(() => {});
    await send({
      actions: [
        {
          id: run.id,
          delivery: { name: 'sent', expiresAt: 1 },
          answers: [{ clientId: 'a', state: 'confirmed' }],
          ended: true,
        },
      ],
      rooms: [{ roomId: 'r1', entries: [{ id: 'm1', message: 'hello', userId: 'u1', sentTime: 1 }] }],
      activeUsers: [{ userId: 'u1', clients: [{ clientId: 'a', ...CLIENT }] }],
    });
    expect((await run.done).answers.get('a')?.state).toBe('confirmed');
    expect(said).toEqual([1]);
    expect([...connection.activeUsers.get().keys()]).toEqual(['u1']);
  });

  test('a failure is logged once, however many attempts it lasts', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { start, send } = setUp();
    await start();
    const message = 'Connection timeout to URL ws://broker/mqtt';
    for (const attempt of [1, 2, 3]) {
      await send({
        connection: { name: 'reconnecting', attempt, code: 'broker-timeout', message, everConnected: false },
      });
    }
    expect(warn).toHaveBeenCalledExactlyOnceWith('broker connection', 'broker-timeout', message);
    warn.mockRestore();
  });
});

test('a batch that cannot be dealt with is reported once, and the next ones still come', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { connection, start, send } = setUp();
  await start();
  const bug = new Error('bug');
  const stop = connection.onNotifications(() => {
    throw bug;
  });
  const notifications = [{ resource: 'groups', id: 'g1', change: 'updated' as const, at: 1 }];
  for (let i = 0; i < 3; i += 1) expect(await send({ notifications })).toEqual({ ack: 1 });
  expect(error).toHaveBeenCalledExactlyOnceWith(expect.any(String), bug);
  stop();
  await send({ connection: { name: 'connected', since: 5 } });
  expect(connection.connection.get().name).toBe('connected');
  error.mockRestore();
});

describe('a request to stop screen shares', () => {
  const asked = (calls: string[]) => calls.filter((call) => call.startsWith('requestStopScreenShares'));

  test('that no worker has heard is made of the next one, once', async () => {
    const { connection, start, take, answers, endWorker, flush } = setUp();
    await start();
    answers.requestStopScreenShares = () => new Promise(() => {});
    connection.requestStopScreenShares(['s1']);
    answers.attach = () => new Promise(() => {});
    endWorker();
    await flush();
    connection.requestStopScreenShares(['s2']);
    await flush();
    expect(asked(take())).toEqual(['requestStopScreenShares tab1 ["s1"]']);
    delete answers.attach;
    delete answers.requestStopScreenShares;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(asked(take()).map((call) => call.split(' ')[2])).toEqual(['["s1"]', '["s2"]']);
    endWorker();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked(take())).toEqual([]);
  });

  test('is not made after a minute, nor in another session', async () => {
    const { connection, start, take, answers, flush } = setUp();
    await start();
    answers.requestStopScreenShares = () => new Promise(() => {});
    answers.knows = async () => false;
    connection.requestStopScreenShares(['s1']);
    await flush();
    take();
    vi.setSystemTime(Date.now() + 61_000);
    await vi.advanceTimersByTimeAsync(20_000);
    const calls = take();
    expect(calls.some((call) => call.startsWith('attach'))).toBe(true);
    expect(asked(calls)).toEqual([]);
    connection.requestStopScreenShares(['s2']);
    await flush();
    take();
    connection.start({ ...session, site: 'hillside' }, { freshToken: async () => 'token', token: 'token' });
    await flush();
    expect(asked(take())).toEqual([]);
  });
});

test('a new worker is told of everything that the tab still wants', async () => {
  const { connection, start, take, endWorker, flush } = setUp();
  await start();
  const run = connection.act({ action: 'mute', parameters: {}, audience: { groupId: 'g1' } });
  connection.joinRoom('r1');
  connection.activeUsers.subscribe(() => {});
  const before = take().filter((call) => call.startsWith('act '));
  endWorker();
  await flush();
  const after = take();
  expect(before).toHaveLength(1);
  expect(after.find((call) => call.startsWith('act '))?.replace(/^act \S+ /, '')).toBe(
    before[0]?.replace(/^act \S+ /, ''),
  );
  expect(after.map((call) => call.split(' ')[0])).toEqual([
    'detach',
    'end',
    'attach',
    'act',
    'joinRoom',
    'watchActiveUsers',
  ]);
  expect(run.get().ended).toBe(false);
});

test('actions of a session that is over do not reach the next one', async () => {
  const { connection, start, take, flush } = setUp();
  await start();
  const run = connection.act({ action: 'mute', parameters: {}, audience: { groupId: 'g1' } });
  take();
  connection.start({ ...session, site: 'hillside' }, { freshToken: async () => 'token', token: 'token' });
  await flush();
  expect(take().map((call) => call.split(' ')[0])).not.toContain('act');
  expect((await run.done).delivery.name).toBe('expired');
});
