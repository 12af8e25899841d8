import { describe, expect, test } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import { setUpShares, toClients } from './fakes/share-fixture.ts';
import { RESEND_INTERVAL_MS } from './run-share.ts';

describe('a share is announced', () => {
  test('at once, the first time marked initial, then every 10 s with the address and the name of the tutor', async () => {
    const { share, take, lastRun, clock } = setUpShares();
    await share({ groupId: 'g1' }, '7A');
    const session = { id: 'share-1', peerId: 'tab', tutorName: 'Anna', startedAt: 1_000_000 };
    expect(take()).toEqual([
      { what: 'broadcast', audience: { groupId: 'g1' }, session: { ...session, initial: true } },
    ]);
    lastRun()?.become('sent');
    await clock.advance(RESEND_INTERVAL_MS - 1);
    expect(take()).toEqual([]);
    await clock.advance(1);
    expect(take()).toEqual([{ what: 'broadcast', audience: { groupId: 'g1' }, session }]);
    await clock.advance(3 * RESEND_INTERVAL_MS);
    expect(take()).toHaveLength(3);
  });

  test('as initial again while the first announcement has not left; what waited is not sent twice', async () => {
    const { share, take, forgotten, runs, clock } = setUpShares();
    await share();
    await clock.advance(RESEND_INTERVAL_MS);
    expect(take().map(({ session }) => session.initial)).toEqual([true, true]);
    expect(forgotten).toEqual(['run1']);
    runs[1]?.become('sent');
    await clock.advance(RESEND_INTERVAL_MS);
    expect(take().map(({ session }) => session.initial)).toEqual([undefined]);
    expect(forgotten).toEqual(['run1']);
  });

  test('under the address that this tab has by then', async () => {
    const { share, take, moveTo, failWith, session, clock } = setUpShares();
    await share();
    moveTo('elsewhere');
    await clock.advance(2 * RESEND_INTERVAL_MS);
    expect(take().at(-1)?.session.peerId).toBe('elsewhere');
    expect(session()?.peerId).toBe('elsewhere');
    failWith(new Error('away'));
    await clock.advance(RESEND_INTERVAL_MS);
    expect(take().at(-1)?.session.peerId).toBe('elsewhere');
  });
});

describe('announcements', () => {
  test('go on while the peer server is away: those who watch must not think that the tutor has gone', async () => {
    const { share, take, holdAddress, session, clock, store } = setUpShares();
    await share();
    const answer = holdAddress();
    take();
    await clock.advance(2 * RESEND_INTERVAL_MS);
    expect(take().map(({ session: { peerId } }) => peerId)).toEqual(['tab', 'tab']);
    const before = session();
    store.stop('share-1');
    answer('elsewhere');
    await clock.settle();
    expect(before?.peerId).toBe('tab');
    expect(store.get()).toEqual([]);
  });
});

describe('viewers', () => {
  test('are those of the audience; each gets the stream in the quality of the share', async () => {
    const { share, call, awaited, encoded, session, captured } = setUpShares();
    await share();
    expect(awaited('share')).toMatchObject({ purpose: 'share', reference: 'share-1' });
    expect(awaited('share')?.sends).toBe(captured[0]?.stream);
    const first = call('share', 'c1');
    expect(call('share', 'c9')).toBeUndefined();
    expect(encoded).toEqual([[first?.sender, PRESET_ENCODINGS.high]]);
    expect(session()?.viewers).toBe(1);
  });

  test('of a group may come late, and are counted by who is there', async () => {
    const { share, call, lastRun, session, clock } = setUpShares();
    await share({ groupId: 'g1' }, '7A');
    expect(session()?.count).toBe(2);
    lastRun()?.become('sent', { c1: 'waiting', c2: 'waiting', c3: 'waiting' });
    expect(session()).toMatchObject({ count: 3, viewers: 0 });
    call('share', 'late');
    await clock.advance(RESEND_INTERVAL_MS);
    lastRun()?.become('sent', { c1: 'confirmed', late: 'confirmed' });
    expect(session()).toMatchObject({ count: 2, viewers: 1 });
  });

  test('who leave are not counted any more, who come back are counted once', async () => {
    const { share, call, session, clock } = setUpShares();
    await share();
    const first = call('share', 'c1');
    const other = call('share', 'c2');
    const again = call('share', 'c1');
    await clock.settle();
    expect(session()?.viewers).toBe(2);
    expect(first?.isClosed()).toBe(true);
    again?.end('left');
    other?.end('broken');
    await clock.settle();
    expect(session()?.viewers).toBe(0);
  });

  test('are never more than there are devices: who has left the group may still be connected for some seconds', async () => {
    const { share, call, lastRun, session, clock } = setUpShares();
    await share({ groupId: 'g1' }, '7A');
    lastRun()?.become('sent', { c1: 'confirmed', c2: 'confirmed' });
    call('share', 'c1');
    const left = call('share', 'c2');
    expect(session()).toMatchObject({ count: 2, viewers: 2 });
    await clock.advance(RESEND_INTERVAL_MS);
    lastRun()?.become('sent', { c1: 'confirmed' });
    expect(session()).toMatchObject({ count: 1, viewers: 1 });
    left?.end('broken');
    await clock.settle();
    expect(session()).toMatchObject({ count: 1, viewers: 1 });
  });

  test('who say no are counted at once, also while another one is away and never answers', async () => {
    const { share, lastRun, session, clock } = setUpShares();
    await share();
    for (const already of [0, 1]) {
      lastRun()?.become('sent', { c1: 'waiting', c2: 'waiting' });
      expect(session()?.declined).toBe(already);
      lastRun()?.become('sent', { c1: '!refused' });
      expect(session()?.declined).toBe(1);
      await clock.advance(RESEND_INTERVAL_MS);
    }
    lastRun()?.become('sent', { c1: '!refused', c2: '!replaced' });
    expect(session()?.declined).toBe(2);
  });

  test('who show it after all are not counted among those who said no', async () => {
    const { share, lastRun, session, clock } = setUpShares();
    await share();
    lastRun()?.become('sent', { c1: '!refused', c2: 'waiting' });
    await clock.advance(RESEND_INTERVAL_MS);
    lastRun()?.become('sent', { c1: 'confirmed', c2: 'waiting' });
    expect(session()?.declined).toBe(0);
  });

  test('who said no and have left the group are counted no more', async () => {
    const { share, lastRun, session, clock } = setUpShares();
    await share({ groupId: 'g1' }, '7A');
    lastRun()?.become('sent', { c1: '!refused', c2: 'confirmed' });
    expect(session()).toMatchObject({ count: 2, declined: 1 });
    await clock.advance(RESEND_INTERVAL_MS);
    lastRun()?.become('sent', { c2: 'waiting' });
    expect(session()).toMatchObject({ count: 1, declined: 0 });
  });

  test('get another quality while it runs, and so do those who come later', async () => {
    const { share, call, encoded, store, session, captured } = setUpShares();
    await share();
    const first = call('share', 'c1');
    store.setEncoding('share-1', PRESET_ENCODINGS.low);
    const late = call('share', 'c2');
    expect(encoded.slice(1)).toEqual([
      [first?.sender, PRESET_ENCODINGS.low],
      [late?.sender, PRESET_ENCODINGS.low],
    ]);
    expect(session()?.encoding).toEqual(PRESET_ENCODINGS.low);
    expect(captured[0]?.track.constraints).toEqual([{ frameRate: { ideal: 10 } }]);
  });
});

describe('a share ends', () => {
  test.each([
    [
      'when the tutor stops it',
      'stopped',
      ({ store }: ReturnType<typeof setUpShares>) => store.stop('share-1'),
    ],
    [
      'when its track ends',
      'track',
      ({ captured }: ReturnType<typeof setUpShares>) => captured[0]?.track.end(),
    ],
    [
      'on a request',
      'request',
      ({ store }: ReturnType<typeof setUpShares>) => store.stop('share-1', 'request'),
    ],
    ['with the page', 'left', ({ store }: ReturnType<typeof setUpShares>) => store.stopAll('left')],
  ])('%s: devices are told, and nothing of it runs on', async (_, why, end) => {
    const shares = setUpShares();
    const { share, call, take, clock, store, captured, awaitedCount } = shares;
    const ended: string[] = [];
    store.onEnded(({ id }, how) => ended.push(`${id} ${how}`));
    await share();
    const viewer = call('share', 'c1');
    take();
    end(shares);
    await clock.settle();
    expect(take()).toEqual([
      { what: 'stopShareScreen', audience: toClients('c1', 'c2'), session: { id: 'share-1' } },
    ]);
    expect(ended).toEqual([`share-1 ${why}`]);
    expect(viewer?.isClosed()).toBe(true);
    expect(captured[0]?.track.readyState).toBe('ended');
    expect(store.get()).toEqual([]);
    expect(awaitedCount()).toBe(0);
    expect(clock.pending()).toBe(0);
    await clock.advance(60_000);
    expect(take()).toEqual([]);
  });

  test('once, whatever else happens', async () => {
    const { share, take, store, captured } = setUpShares();
    await share();
    store.stop('share-1');
    store.stop('share-1');
    captured[0]?.track.end();
    expect(take().filter(({ what }) => what === 'stopShareScreen')).toHaveLength(1);
  });
});

test('a list of shares is the same one until something changes', async () => {
  const { share, store, call } = setUpShares();
  await share();
  const before = store.get();
  expect(store.get()).toBe(before);
  store.setEncoding('share-1', PRESET_ENCODINGS.high);
  expect(store.get()).toBe(before);
  call('share', 'c1');
  expect(store.get()).not.toBe(before);
});

describe('a share without one of its devices', () => {
  test('goes on for the others, and is announced to that one no more', async () => {
    const { share, take, session, store, clock } = setUpShares();
    await share(toClients('c1', 'c2'));
    take();
    expect(store.leaveOut('share-1', new Set(['c1']))).toBe(true);
    expect(session()).toMatchObject({ audience: toClients('c2'), count: 1 });
    await clock.advance(RESEND_INTERVAL_MS);
    expect(take().map(({ what, audience }) => [what, audience])).toEqual([['broadcast', toClients('c2')]]);
    expect(store.leaveOut('share-1', new Set(['c2']))).toBe(false);
    expect(store.leaveOut('another', new Set(['c2']))).toBe(false);
  });

  test('is not there for a group, whose announcements all of it hear', async () => {
    const { share, store, session } = setUpShares();
    await share({ groupId: 'g1' }, '7A');
    expect(store.leaveOut('share-1', new Set(['c1']))).toBe(false);
    expect(session()?.audience).toEqual({ groupId: 'g1' });
  });
});
