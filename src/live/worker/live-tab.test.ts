import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIVE_WORKER_VERSION, type WatchRequest } from '#protocol/threads/live-worker.ts';
import { createLiveConnection } from '../create-live-connection.ts';
import { createFakeLiveWorker } from '../fakes/fake-live-worker.ts';

const session = { tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' };
const request: WatchRequest = { of: { groupId: 'g1' }, feeds: ['info'] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setUp() {
  const fake = createFakeLiveWorker();
  const connection = createLiveConnection(fake.deps);
  const tokens = { freshToken: async () => 'token', token: 'token' };
  const watch = connection.createWatch();
  connection.openWatch(watch, request);
  const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return {
    ...fake,
    connection,
    wait,
    watch,
    start: async () => {
      connection.start(session, tokens);
      await wait();
    },
    /** Calls by their names. */
    verbs: () => fake.take().map((call) => call.split(' ')[0]),
  };
}

describe('a worker of another version', () => {
  test('is told nothing but the greeting, and the tab says that it is outdated', async () => {
    const { answers, connection, start, watch, setVisible, verbs, locks, wait } = setUp();
    answers.attach = async () => ({ version: LIVE_WORKER_VERSION + 1, instance: 'other' });
    await start();
    expect(verbs()).toEqual(['attach', 'end']);
    expect(connection.connection.get()).toEqual({ name: 'outdated' });
    watch.refresh();
    setVisible(false);
    connection.setToken('newer');
    await wait(60_000);
    await connection.stop('signed-out');
    expect(verbs()).toEqual([]);
    expect(locks.size).toBe(0);
  });

  test('that is too old to be attached to is told nothing either', async () => {
    const { answers, connection, start, verbs } = setUp();
    answers.attach = async () => {
      throw new TypeError('rawValue.apply is not a function');
    };
    await start();
    expect(verbs()).toEqual(['attach', 'end']);
    expect(connection.connection.get()).toEqual({ name: 'outdated' });
  });

  test('ends what was asked of it, and whatever is asked afterwards', async () => {
    const { answers, connection, start } = setUp();
    answers.attach = async () => ({ version: LIVE_WORKER_VERSION - 1, instance: 'other' });
    const audience = { groupId: 'g1' };
    const before = connection.act({ action: 'mute', parameters: {}, audience });
    await start();
    const after = connection.act({ action: 'mute', parameters: {}, audience });
    expect((await before.done).delivery.name).toBe('expired');
    expect((await after.done).delivery.name).toBe('expired');
  });
});

describe('while the worker starts', () => {
  test('nothing is said to it before it has answered; then everything as it is by then', async () => {
    const { answers, connection, start, watch, setVisible, take, wait } = setUp();
    let answer: () => void = () => {};
    answers.attach = () =>
      new Promise((resolve) => {
        answer = () => resolve({ version: LIVE_WORKER_VERSION, instance: 'w' });
      });
    await start();
    setVisible(false);
    connection.setToken('newer');
    watch.look({ visible: ['a'], displays: {} });
    expect(take()).toEqual(['attach tab1']);
    answer();
    await wait();
    expect(take()).toEqual([
      'setVisible tab1 false',
      'setToken tab1 newer',
      `watch tab1 ${watch.id} {"of":{"groupId":"g1"},"feeds":["info"]}`,
      `look tab1 ${watch.id} {"visible":["a"],"displays":{}}`,
    ]);
  });

  test('a slow script is waited for; one that never answers is replaced', async () => {
    const { answers, start, verbs, wait } = setUp();
    answers.attach = () => new Promise(() => {});
    await start();
    await wait(29_000);
    expect(verbs()).toEqual(['attach']);
    await wait(11_000);
    expect(verbs()).toEqual(['end', 'attach']);
  });

  test('a script that could not be loaded shows as a failure and is tried again', async () => {
    const { answers, connection, start, failToLoad, verbs, wait } = setUp();
    answers.attach = () => new Promise(() => {});
    await start();
    failToLoad();
    expect(connection.connection.get()).toMatchObject({ name: 'reconnecting', code: 'broker-silent' });
    verbs();
    await wait(10_000);
    expect(verbs()).toEqual(['end', 'attach']);
  });
});

describe('a worker that was ended', () => {
  test('is replaced at once, in a hidden tab too, and told what was watched', async () => {
    const { start, endWorker, setVisible, take, wait, watch } = setUp();
    await start();
    setVisible(false);
    await wait(60_000);
    take();
    endWorker();
    await wait();
    const calls = take();
    expect(calls).toContain('attach tab2');
    expect(calls.at(-1)).toContain(`watch tab2 ${watch.id}`);
  });

  test('is not started over and over when it ends each time', async () => {
    const { connection, start, endWorker, verbs, wait } = setUp();
    await start();
    for (let i = 0; i < 12; i += 1) {
      endWorker();
      await wait(1_000);
    }
    expect(verbs().filter((verb) => verb === 'attach').length).toBeLessThan(8);
    expect(connection.connection.get().name).toBe('reconnecting');
    await wait(10_000);
    expect(verbs()).toContain('attach');
  });

  test('answers what it was asked with nothing', async () => {
    const { answers, connection, start, endWorker, wait } = setUp();
    await start();
    answers.sendToRoom = () => new Promise(() => {});
    const message = { id: 'm', message: 'hello' };
    const asked = connection.ask((worker, tabId) => worker.sendToRoom(tabId, 'r', message));
    endWorker();
    await wait();
    expect(await asked).toBeUndefined();
  });

  test('is told what is said as the page goes, before the tab lets go of it', async () => {
    const { connection, start, page, wait, verbs } = setUp();
    await start();
    verbs();
    const stop = connection.onLeaving(() => {
      connection.act({ action: 'mute', parameters: {}, audience: { groupId: 'g1' } });
    });
    page('left');
    await wait();
    expect(verbs()).toEqual(['act', 'detach', 'end']);
    stop();
    page('returned');
    await wait();
    verbs();
    page('left');
    await wait();
    expect(verbs()).toEqual(['detach', 'end']);
  });

  test('is waited for by nobody once the tab has let go', async () => {
    const { connection, start, page, waitsForWorkers, wait, locks } = setUp();
    await start();
    expect(waitsForWorkers()).toEqual(['worker1']);
    page('left');
    await wait();
    expect(waitsForWorkers()).toEqual([]);
    expect(locks.size).toBe(0);
    page('returned');
    await wait();
    expect(waitsForWorkers()).toEqual(['worker2']);
    await connection.stop('switched');
    await wait();
    expect(waitsForWorkers()).toEqual([]);
  });
});
