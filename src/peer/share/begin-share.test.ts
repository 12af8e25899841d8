import { describe, expect, test } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { PeerFailure } from '../peer-failure.ts';
import { createFakeStream } from './fakes/fake-stream.ts';
import { client, setUpShares, toClients } from './fakes/share-fixture.ts';

const wishFor = (audience: Audience) => ({
  audience,
  title: '7A',
  count: 2,
  encoding: PRESET_ENCODINGS.medium,
});
const idle = () => new AbortController().signal;

describe('the tutor’s own screen', () => {
  test('that is not chosen is no error', async () => {
    const { starts, failCapture, store } = setUpShares();
    failCapture(new DOMException('Permission denied by user', 'NotAllowedError'));
    expect(await starts.shareOwn(wishFor(toClients('c1')), idle())).toMatchObject({
      ok: false,
      obstacle: { code: 'cancelled' },
    });
    expect(store.get()).toEqual([]);
  });

  test.each([
    ['no', 'NotReadableError'],
    ['Permission denied by system', 'NotAllowedError'],
  ])('that cannot be captured is: %s', async (message, name) => {
    const { starts, failCapture, take } = setUpShares();
    failCapture(new DOMException(message, name));
    expect(await starts.shareOwn(wishFor(toClients('c1')), idle())).toMatchObject({
      obstacle: { code: 'capture' },
    });
    expect(take()).toEqual([]);
  });

  test('is let go of where there can be no connection; the catalogue says why', async () => {
    const { starts, failWith, captured, take } = setUpShares();
    failWith(new PeerFailure('stun'));
    expect(await starts.shareOwn(wishFor(toClients('c1')), idle())).toMatchObject({
      obstacle: { code: 'peer', message: 'Failed to fetch new STUN credentials' },
    });
    expect(captured[0]?.track.readyState).toBe('ended');
    expect(take()).toEqual([]);
  });

  test('is let go of where the dialog was closed meanwhile', async () => {
    const { starts, captured, store } = setUpShares();
    const closing = new AbortController();
    const started = starts.shareOwn(wishFor(toClients('c1')), closing.signal);
    closing.abort();
    expect(await started).toMatchObject({ obstacle: { code: 'cancelled' } });
    expect(captured[0]?.track.readyState).toBe('ended');
    expect(store.get()).toEqual([]);
  });
});

describe('a student’s screen', () => {
  async function ask(audience: Audience = { groupId: 'g1' }, signal = idle()) {
    const shares = setUpShares();
    const sharer = { recipient: client('c1'), name: 'Ada', displayId: 'd2' };
    const started = shares.starts.shareStudent({ ...wishFor(audience), sharer }, signal);
    await shares.clock.settle();
    const { stream, track } = createFakeStream();
    return { ...shares, started, stream, track };
  }

  test('is asked for, comes by a call of that student alone, and is passed on to the others', async () => {
    const { started, take, call, lastRun, stream, store, clock, session } = await ask();
    expect(take()).toEqual([
      {
        what: 'shareScreen',
        audience: toClients('c1'),
        // Where the fixture notes the display.
        session: { id: 'share-1', peerId: 'tab', initial: true, tutorName: 'd2' },
      },
    ]);
    lastRun()?.become('sent', { c1: 'confirmed' });
    expect(call('source', 'c2')).toBeUndefined();
    const source = call('source', 'c1');
    source?.show(stream);
    expect(await started).toMatchObject({ ok: true, session: { source: 'remote', id: 'share-1' } });
    await clock.settle();
    expect(take()).toMatchObject([{ what: 'broadcast', audience: { groupId: 'g1' } }]);
    expect(session()?.sharer).toEqual({ clientId: 'c1', name: 'Ada', displayId: 'd2' });
    expect(session()?.stream).toBe(stream);
    expect(store.ofSharer('tab', 'c1')).toBe(session());
    expect(store.ofSharer('tab', 'c2')).toBeUndefined();
    // The student does not watch the own screen.
    expect(call('share', 'c1')).toBeUndefined();
    expect(call('share', 'c2')).toBeDefined();
  });

  test.each([
    ['has privacy enabled', { c1: '!privacy' }, 'privacy'],
    ['shares nothing', { c1: '!no-screen' }, 'no-screen'],
    ['cannot', { c1: '!unsupported' }, 'unsupported'],
    ['does not want to', { c1: '!refused' }, 'refused'],
    ['could not connect', { c1: '!unreachable' }, 'no-connection'],
  ] as const)('who %s is told so', async (_, answers, code) => {
    const { started, lastRun, clock, awaitedCount, take } = await ask();
    lastRun()?.become('sent', answers);
    expect(await started).toMatchObject({ ok: false, obstacle: { code } });
    expect(clock.pending()).toBe(0);
    expect(awaitedCount()).toBe(0);
    expect(take().map(({ what }) => what)).toEqual(['shareScreen', 'stopShareScreen']);
  });

  test('who said yes at first may still say no', async () => {
    const { started, lastRun } = await ask();
    lastRun()?.become('sent', { c1: 'confirmed' });
    lastRun()?.become('sent', { c1: '!refused' });
    expect(await started).toMatchObject({ obstacle: { code: 'refused' } });
  });

  test('who says nothing for 15 s is unreachable', async () => {
    const { started, lastRun, clock } = await ask();
    lastRun()?.become('sent', { c1: 'waiting' });
    await clock.advance(15_000);
    expect(await started).toMatchObject({ obstacle: { code: 'silent' } });
    expect(clock.pending()).toBe(0);
  });

  test('who agreed has 15 s from then to send a picture', async () => {
    const { started, lastRun, clock, store, awaitedCount } = await ask();
    await clock.advance(14_000);
    lastRun()?.become('sent', { c1: 'confirmed' });
    await clock.advance(14_999);
    expect(awaitedCount()).toBe(1);
    await clock.advance(1);
    expect(await started).toMatchObject({ obstacle: { code: 'no-connection' } });
    expect(store.get()).toEqual([]);
  });

  test('whose call fails sends no picture', async () => {
    const { started, failCall, forgotten } = await ask();
    failCall('source', 'c1');
    expect(await started).toMatchObject({ obstacle: { code: 'no-connection' } });
    // The request had not even left.
    expect(forgotten).toEqual(['run1']);
  });

  test('is wanted no more once the dialog is closed', async () => {
    const closing = new AbortController();
    const { started, clock, awaitedCount, store, take } = await ask({ groupId: 'g1' }, closing.signal);
    closing.abort();
    expect(await started).toMatchObject({ obstacle: { code: 'cancelled' } });
    expect([clock.pending(), awaitedCount(), store.get().length]).toEqual([0, 0, 0]);
    expect(take().at(-1)).toMatchObject({ what: 'stopShareScreen', audience: toClients('c1') });
  });

  test('who stops ends the share for all; everything is let go of', async () => {
    const { started, call, stream, track, store, clock, take, awaitedCount } = await ask(toClients('c2'));
    const ended: string[] = [];
    store.onEnded((_, why) => ended.push(why));
    const source = call('source', 'c1', stream);
    await started;
    const viewer = call('share', 'c2');
    await clock.settle();
    take();
    source?.end('left');
    await clock.settle();
    expect(ended).toEqual(['source']);
    expect(viewer?.isClosed()).toBe(true);
    expect(track.readyState).toBe('ended');
    expect([clock.pending(), awaitedCount()]).toEqual([0, 0]);
    expect(take().map(({ audience }) => audience)).toEqual([toClients('c2'), toClients('c1')]);
  });

  test('is let go of by the tutor: the student’s device sends no longer', async () => {
    const { started, call, stream, track, store, clock, take } = await ask();
    const source = call('source', 'c1', stream);
    await started;
    await clock.settle();
    take();
    store.stop('share-1');
    expect(source?.isClosed()).toBe(true);
    expect(track.readyState).toBe('ended');
    expect(take().map(({ audience }) => audience)).toEqual([{ groupId: 'g1' }, toClients('c1')]);
  });
});
