import { describe, expect, test } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import { createFakeStream } from './fakes/fake-stream.ts';
import { client, setUpShares, toClients } from './fakes/share-fixture.ts';
import { FLUSH_DELAY_MS, RESEND_INTERVAL_MS } from './run-share.ts';

const GROUP = { groupId: 'g1' };
const WISH = { title: '', count: 1, encoding: PRESET_ENCODINGS.high };
const idle = () => new AbortController().signal;

async function setUpRunning(audience: Parameters<ReturnType<typeof setUpShares>['share']>[0]) {
  const fixture = setUpShares();
  await fixture.share(audience);
  fixture.lastRun()?.become('sent', { c1: 'confirmed', c2: 'confirmed' });
  fixture.take();
  const announced = () => fixture.take().map(({ what, audience: to }) => ({ what, to }));
  return { ...fixture, announced };
}

describe('a device that comes while the class sees a share', () => {
  test('is told of it at once and by itself, not as of a new one', async () => {
    const { arrive, take, clock } = await setUpRunning(GROUP);
    await clock.advance(3_000);
    arrive('late');
    await clock.advance(FLUSH_DELAY_MS);
    const session = { id: 'share-1', peerId: 'tab', tutorName: 'Anna', startedAt: 1_000_000 };
    expect(take()).toEqual([{ what: 'broadcast', audience: toClients('late'), session }]);
  });

  test('counts among those for whom it is, and so does its answer', async () => {
    const { arrive, call, lastRun, runs, session, clock } = await setUpRunning(GROUP);
    for (const clientId of ['c1', 'c2', 'late']) call('share', clientId);
    expect(session()).toMatchObject({ count: 2, viewers: 2 });
    arrive('late');
    await clock.advance(FLUSH_DELAY_MS);
    expect(runs).toHaveLength(2);
    lastRun()?.become('sent', { late: 'waiting' });
    expect(session()).toMatchObject({ count: 3, declined: 0 });
    lastRun()?.become('sent', { late: '!refused' });
    expect(session()).toMatchObject({ count: 3, declined: 1 });
    await clock.advance(RESEND_INTERVAL_MS);
    lastRun()?.become('sent', { c1: 'confirmed', c2: 'confirmed' });
    expect(session()).toMatchObject({ count: 2, declined: 0 });
  });

  test('is told once however often it says hello in one moment, and again when it has left and is back', async () => {
    const { arrive, announced, clock } = await setUpRunning(GROUP);
    for (let i = 0; i < 5; i += 1) arrive('late');
    await clock.advance(FLUSH_DELAY_MS);
    expect(announced()).toEqual([{ what: 'broadcast', to: toClients('late') }]);
    await clock.advance(2_000);
    arrive('late');
    await clock.advance(FLUSH_DELAY_MS);
    expect(announced()).toEqual([{ what: 'broadcast', to: toClients('late') }]);
  });

  test('with many others is told by one message to all, after which the next one is 10 s away', async () => {
    const { arrive, announced, clock } = await setUpRunning(GROUP);
    await clock.advance(5_000);
    for (let i = 0; i < 8; i += 1) arrive(`late${i}`);
    await clock.advance(FLUSH_DELAY_MS);
    expect(announced()).toEqual([{ what: 'broadcast', to: GROUP }]);
    await clock.advance(RESEND_INTERVAL_MS - 1);
    expect(announced()).toEqual([]);
    await clock.advance(1);
    expect(announced()).toEqual([{ what: 'broadcast', to: GROUP }]);
  });

  test('is not told of it in another group', async () => {
    const { arrive, announced, clock } = await setUpRunning(GROUP);
    arrive('late', { groupId: 'g2' });
    await clock.advance(FLUSH_DELAY_MS);
    expect(announced()).toEqual([]);
  });

  test('is not told of it where its own screen is the one that is shared', async () => {
    const { starts, arrive, call, take, clock } = setUpShares();
    const sharer = { recipient: client('star'), name: 'Star', displayId: undefined };
    const started = starts.shareStudent({ ...WISH, audience: GROUP, groupId: 'g1', sharer }, idle());
    await clock.settle();
    call('source', 'star', createFakeStream().stream);
    expect(await started).toMatchObject({ ok: true, session: { source: 'remote' } });
    take();
    arrive('star');
    arrive('late');
    await clock.advance(FLUSH_DELAY_MS);
    expect(take().map(({ audience }) => audience)).toEqual([toClients('late')]);
  });

  test('what waits for the broker is taken back by the next announcement to all', async () => {
    const { arrive, runs, forgotten, clock } = await setUpRunning(GROUP);
    arrive('late');
    await clock.advance(FLUSH_DELAY_MS);
    expect(runs).toHaveLength(2);
    await clock.advance(RESEND_INTERVAL_MS);
    expect(forgotten).toEqual(['run2']);
  });
});

describe('a share for devices that were selected', () => {
  test('is told again to one of them that comes back, and to nobody else who comes', async () => {
    const { arrive, announced, clock } = await setUpRunning(toClients('c1', 'c2'));
    arrive('c2');
    arrive('late');
    await clock.advance(FLUSH_DELAY_MS);
    expect(announced()).toEqual([{ what: 'broadcast', to: toClients('c2') }]);
  });

  test('is not told to somebody else who sits at one of them now', async () => {
    const { arrive, announced, clock } = await setUpRunning(toClients('c1'));
    arrive('c1', { userId: 'another' });
    await clock.advance(FLUSH_DELAY_MS);
    expect(announced()).toEqual([]);
  });

  test('is not told to one that was left out before its turn', async () => {
    const { arrive, announced, store, clock } = await setUpRunning(toClients('c1', 'c2'));
    arrive('c1');
    store.leaveOut('share-1', new Set(['c1']));
    await clock.advance(FLUSH_DELAY_MS);
    expect(announced()).toEqual([]);
  });
});

describe('the end of a share', () => {
  test('is the last word, also for who comes in the same moment', async () => {
    const { arrive, announced, store, clock, listenerCount } = await setUpRunning(GROUP);
    arrive('late');
    store.stop('share-1');
    arrive('later');
    await clock.advance(FLUSH_DELAY_MS);
    expect(announced()).toEqual([{ what: 'stopShareScreen', to: GROUP }]);
    expect(listenerCount()).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  test('takes back what was to be told to a newcomer and has not left', async () => {
    const { arrive, forgotten, store, clock } = await setUpRunning(GROUP);
    arrive('late');
    await clock.advance(FLUSH_DELAY_MS);
    store.stop('share-1');
    expect(forgotten).toEqual(['run2']);
  });
});

test('a share that was begun in no group listens to none', async () => {
  const fixture = setUpShares();
  await fixture.starts.shareOwn({ ...WISH, audience: toClients('c1') }, idle());
  expect(fixture.session()).toBeDefined();
  expect(fixture.listenerCount()).toBe(0);
});
