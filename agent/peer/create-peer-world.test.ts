import { describe, expect, it } from 'vitest';
import { createPeerFixture, TUTOR } from './fakes/fake-calls.ts';

const CALL = { peerId: TUTOR, reference: 'r1' };
const LIVE = { ...CALL, purpose: 'live', displayId: undefined } as const;
const SHOW = { ...CALL, tutorName: 'Anna' };
const FILES = { ...CALL, files: [{ id: 'f', name: 'a.txt', size: 1 }], folder: '%downloads%' };

describe('a display that is sent', () => {
  it('is offered to the tutor with the purpose and the reference of the call', async () => {
    const { clock, peer, sent, streams, world } = createPeerFixture();
    world.sendScreen(LIVE);
    await clock.advance(0);
    expect(peer().options).toEqual({
      initiator: true,
      config: { iceServers: [{ urls: 'stun:stun.example' }] },
      streams,
    });
    peer().emit('signal', { type: 'offer', sdp: 'v=0' });
    const payload = {
      connection: 'c0',
      purpose: 'live',
      reference: 'r1',
      signal: { type: 'offer', sdp: 'v=0' },
    };
    expect(sent).toEqual([{ dst: TUTOR, payload }]);
  });

  it('takes what its tutor answers, and nothing of anybody else or of another connection', async () => {
    const { clock, peer, signal, world } = createPeerFixture();
    world.sendScreen(LIVE);
    await clock.advance(0);
    await signal({ type: 'answer', sdp: 'x' }, { peerId: 'other' });
    await signal({ type: 'answer', sdp: 'x' }, { sender: { kind: 'device', id: 'd' } });
    await signal({ type: 'answer', sdp: 'x' }, {}, 'another');
    await signal({ type: 'offer', sdp: 'x' });
    await signal({ type: 'transceiverRequest', transceiverRequest: { kind: 'video' } });
    expect(peer().signals).toEqual([]);
    await signal({ type: 'answer', sdp: 'y' });
    await signal({ type: 'candidate', candidate: {} });
    expect(peer().signals).toHaveLength(2);
  });

  it.each([
    ['left', 'left'],
    ['aborted', 'left'],
    ['broken', 'broken'],
  ] as const)('ends where the other side has %s: %s', async (how, end) => {
    const { close, listeners, open, peer, streams, world } = createPeerFixture();
    const run = world.sendScreen(LIVE);
    await open();
    expect(world.counts()).toEqual({ peers: 1, runs: 1 });
    await close(how);
    expect(await run.ended).toBe(end);
    expect([peer().destroyed, streams[0]?.released, listeners()]).toEqual([true, 1, 0]);
    expect(world.counts()).toEqual({ peers: 0, runs: 0 });
  });

  it('is unreachable when it is not open in 15 s, when nobody takes the offer, and without a peer server', async () => {
    const late = createPeerFixture();
    const run = late.world.sendScreen(LIVE);
    await late.clock.advance(15_000);
    expect(await run.ended).toBe('unreachable');
    expect([late.left, late.listeners()]).toEqual([[TUTOR], 0]);

    const refused = createPeerFixture();
    const second = refused.world.sendScreen(LIVE);
    await refused.clock.advance(0);
    await refused.gone('somebody');
    await refused.gone();
    expect(await second.ended).toBe('unreachable');

    const without = createPeerFixture({ iceServers: () => Promise.reject(new Error('down')) });
    expect(await without.world.sendScreen(LIVE).ended).toBe('unreachable');
    expect(without.peers).toEqual([]);
  });

  it('goes on when the tutor hangs up on another call', async () => {
    const { gone, open, world } = createPeerFixture();
    world.sendScreen(LIVE);
    await open();
    await gone();
    expect(world.counts().peers).toBe(1);
  });

  it('is refused when the student stops the capture', async () => {
    const { open, streams, world } = createPeerFixture();
    const run = world.sendScreen(LIVE);
    await open();
    streams[0]?.endTrack();
    expect(await run.ended).toBe('refused');
  });

  it('goes on over the same connection with what the student shares instead, until that ends', async () => {
    const { open, peer, peers, streams, world } = createPeerFixture();
    const run = world.sendScreen({ ...CALL, purpose: 'source', displayId: undefined });
    await open();
    const before = streams[0]?.track;
    const next = streams[0]?.change();
    expect(peer().senders.map(({ track }) => track)).toEqual([next]);
    before?.dispatchEvent(new Event('ended'));
    await Promise.resolve();
    expect([peers.length, world.counts()]).toEqual([1, { peers: 1, runs: 1 }]);
    streams[0]?.endTrack();
    expect(await run.ended).toBe('refused');
  });

  it('fails where the connection does not take what the student shares instead', async () => {
    const { open, peer, streams, world } = createPeerFixture();
    const run = world.sendScreen(LIVE);
    await open();
    for (const sender of peer().senders) sender.replaceTrack = () => Promise.reject(new Error('no'));
    streams[0]?.change();
    expect([await run.ended, peer().destroyed, streams[0]?.released]).toEqual(['failed', true, 1]);
  });

  it('fails where there is no picture any more', async () => {
    const { peers, seen, world } = createPeerFixture();
    seen.hasScreen = false;
    expect(await world.sendScreen(LIVE).ended).toBe('failed');
    expect(peers).toEqual([]);
  });

  it('makes nothing when it is ended before it was dialled', async () => {
    const { clock, peers, streams, world } = createPeerFixture();
    const run = world.sendScreen(LIVE);
    run.end();
    await clock.advance(0);
    expect([await run.ended, peers, streams]).toEqual(['ended', [], []]);
  });
});

describe('a screen that is shown', () => {
  it('asks for picture and sound, and shows what comes', async () => {
    const { open, peer, shown, world } = createPeerFixture();
    const run = world.showScreen(SHOW);
    await open();
    expect(peer().transceivers).toEqual(['video recvonly', 'audio recvonly']);
    peer().emit('stream', {});
    expect(shown).toMatchObject([{ tutorName: 'Anna', stopped: 0 }]);
    run.end();
    expect([await run.ended, shown[0]?.stopped, peer().destroyed]).toEqual(['ended', 1, true]);
  });

  it('is hung up when the student does not want it', async () => {
    const { open, peer, shown, world } = createPeerFixture();
    const run = world.showScreen(SHOW);
    await open();
    peer().emit('stream', {});
    shown[0]?.refuse();
    expect([await run.ended, shown[0]?.stopped, peer().destroyed]).toEqual(['refused', 1, true]);
  });
});

describe('the peer connections of a device', () => {
  it('let go of the peer server half a minute after the last use', async () => {
    const { clock, open, seen, world } = createPeerFixture();
    const run = world.sendScreen(LIVE);
    await open();
    await clock.advance(60_000);
    run.end();
    await clock.advance(29_000);
    const other = world.sendScreen(LIVE);
    await open();
    await clock.advance(5_000);
    expect(seen.closed).toBe(0);
    other.end();
    await clock.advance(30_000);
    expect([seen.closed, clock.pending()]).toEqual([1, 0]);
  });

  it('all end when the device stops, and none begins afterwards', async () => {
    const { clock, listeners, open, peers, seen, world } = createPeerFixture();
    const runs = [world.sendScreen(LIVE)];
    await open();
    runs.push(world.showScreen(SHOW));
    await open();
    runs.push(world.receiveFiles(FILES));
    await open();
    world.stop();
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual(['ended', 'ended', 'ended']);
    await clock.advance(0);
    expect(peers.every(({ destroyed }) => destroyed)).toBe(true);
    expect(await world.sendScreen(LIVE).ended).toBe('failed');
    expect([seen.closed, listeners(), clock.pending(), world.counts()]).toEqual([
      1,
      0,
      0,
      { peers: 0, runs: 0 },
    ]);
  });

  it('hang up with a word only on a tutor whom no other call is with', async () => {
    const { left, open, world } = createPeerFixture();
    const first = world.sendScreen(LIVE);
    await open();
    const second = world.showScreen(SHOW);
    await open();
    first.end();
    await first.ended;
    expect(left).toEqual([]);
    second.end();
    await second.ended;
    expect(left).toEqual([TUTOR]);
  });
});
