/** What the peer server takes from a socket, and when the socket ends (docs/peer-protocol.md). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PEER_CLOSE, PEER_SILENCE_MS } from '#protocol/peer/peer-signalling.ts';
import { offer, startPeers, type TestPeers, tutor } from './peer-harness.ts';

let test: TestPeers;
beforeEach(async () => {
  test = await startPeers();
});
afterEach(() => test.stop());

describe('bad input', () => {
  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['null', 'null'],
    ['no type', '{"dst":"x","payload":{}}'],
    ['a type that is no text', '{"type":7}'],
    ['an offer to nobody', '{"type":"OFFER","payload":{}}'],
    ['an offer to a list', '{"type":"OFFER","dst":["x"],"payload":{}}'],
    ['an offer to a name that is too long', JSON.stringify(offer('x'.repeat(129)))],
    ['an offer of nothing', '{"type":"OFFER","dst":"x"}'],
    ['an offer of a list', '{"type":"OFFER","dst":"x","payload":[]}'],
    [
      'levels without end',
      `{"type":"OFFER","dst":"x","payload":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
    ],
  ])('is refused with a reason and counted, and the socket goes on: %s', async (_name, text) => {
    const { tutor: anna, device: pc } = await test.pair();
    anna.socket.send(text);
    expect(await anna.next()).toEqual({ type: 'ERROR', payload: { msg: 'This frame is malformed.' } });
    expect(test.server().counters().refused.frames).toEqual({ malformed: 1 });
    anna.say(offer(pc.peerId));
    expect(await pc.next()).toMatchObject({ type: 'OFFER' });
  });

  it.each(['OPEN', 'EXPIRE', 'ERROR', 'ID-TAKEN', 'TOMORROW', ''])(
    'is passed over where a peer says "%s"',
    async (type) => {
      const { tutor: anna, device: pc } = await test.pair();
      anna.say({ type, src: pc.peerId, dst: pc.peerId, payload: { msg: 'x' } });
      anna.say(offer(pc.peerId));
      expect(await pc.next()).toMatchObject({ type: 'OFFER' });
      expect(anna.frames).toEqual([]);
      expect(test.server().counters().refused.frames).toEqual({ 'unknown-type': 1 });
    },
  );

  it('ends the socket where it is binary', async () => {
    const { tutor: anna } = await test.pair();
    anna.socket.send(Buffer.from('{"type":"HEARTBEAT"}'));
    expect(await anna.closed).toEqual({ code: 1003, reason: 'binary' });
    expect(test.server().counters()).toMatchObject({ ended: { binary: 1 }, sockets: { tutor: 0 } });
  });

  it('ends the socket over 64 KiB, and not at 64 KiB', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    const room = 64 * 1024 - JSON.stringify(offer(pc.peerId, '')).length;
    anna.say(offer(pc.peerId, 'x'.repeat(room)));
    expect(await pc.next()).toMatchObject({ type: 'OFFER' });
    anna.say(offer(pc.peerId, 'x'.repeat(room + 1)));
    expect(await anna.closed).toMatchObject({ code: 1009 });
    expect(test.server().counters().ended).toEqual({ 'too-large': 1 });
    await pc.settle();
    expect(pc.frames).toEqual([]);
  });

  it('ends the socket where it is no text at all', async () => {
    const { tutor: anna } = await test.pair();
    anna.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
    expect(await anna.closed).toMatchObject({ code: 1007 });
    expect(test.server().counters().ended).toEqual({ websocket: 1 });
  });
});

describe('a flood', () => {
  it('ends the socket of who makes it, and only that', async () => {
    await test.stop();
    test = await startPeers({ framesPerMinute: { tutor: 10, device: 5 } });
    const { tutor: anna, device: pc } = await test.pair();
    for (let at = 0; at < 9; at += 1) pc.say({ type: 'HEARTBEAT' });
    expect(await pc.closed).toEqual({ code: 1008, reason: 'flood' });
    for (let at = 0; at < 10; at += 1) anna.say({ type: 'HEARTBEAT' });
    await anna.settle();
    test.pass(6_000);
    anna.say({ type: 'HEARTBEAT' });
    await anna.settle();
    expect(test.server().counters()).toMatchObject({
      ended: { flood: 1 },
      refused: { frames: { flood: 1 } },
      sockets: { tutor: 1, device: 0 },
    });
  });

  it('does not pile up while the directory is slow', async () => {
    await test.stop();
    test = await startPeers({ maxPendingBytes: 200_000 });
    const { tutor: anna, device: pc } = await test.pair();
    let answer = () => {};
    test.directory.slow = new Promise((resolve) => {
      answer = resolve;
    });
    for (let at = 0; at < 5; at += 1) anna.say(offer(pc.peerId, 'x'.repeat(50_000)));
    expect(await anna.closed).toEqual({ code: 1008, reason: 'flood' });
    answer();
    await pc.settle();
    // The first was on its way; what waited behind it ends with its sender.
    expect(await pc.next()).toMatchObject({ type: 'OFFER' });
    await pc.settle();
    expect(pc.frames).toEqual([]);
    expect(test.server().counters()).toMatchObject({ held: 0, relayed: 1, ended: { flood: 1 } });
  });

  it('to a peer who does not read stays with the sender', async () => {
    await test.stop();
    test = await startPeers({ maxBacklogBytes: 1_000_000 });
    const { tutor: anna, device: pc } = await test.pair();
    pc.socket.pause();
    const text = JSON.stringify(offer(pc.peerId, 'x'.repeat(60_000)));
    const counters = () => test.server().counters();
    for (let at = 0; at < 200 && counters().refused.frames['receiver-slow'] === undefined; at += 1) {
      anna.socket.send(text);
      await anna.settle();
    }
    expect(counters().refused.frames['receiver-slow']).toBeGreaterThan(0);
    expect(counters().sockets).toEqual({ tutor: 1, device: 1 });
    pc.socket.resume();
  });
});

describe('a socket', () => {
  it('ends 90 s after its last heartbeat', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    test.pass(PEER_SILENCE_MS - 1);
    anna.say({ type: 'HEARTBEAT' });
    await anna.settle();
    test.pass(1);
    expect(await pc.closed).toEqual({ code: PEER_CLOSE.silent, reason: 'silent' });
    expect(test.server().counters()).toMatchObject({
      ended: { silent: 1 },
      sockets: { tutor: 1, device: 0 },
    });
    test.pass(PEER_SILENCE_MS - 1);
    expect(await anna.closed).toMatchObject({ code: PEER_CLOSE.silent });
  });

  it('answers each heartbeat by a ping: a proxy between must hear from both sides', async () => {
    const { tutor: anna } = await test.pair();
    let pings = 0;
    anna.socket.on('ping', () => {
      pings += 1;
    });
    for (const count of [1, 2]) {
      anna.say({ type: 'HEARTBEAT' });
      await anna.settle();
      expect(pings).toBe(count);
    }
    expect(anna.frames).toEqual([]);
  });

  it('ends after 12 h, whatever it says', async () => {
    await test.stop();
    test = await startPeers({ lifetimeMs: 10_000 });
    const { tutor: anna } = await test.pair();
    test.pass(9_999);
    anna.say({ type: 'HEARTBEAT' });
    await anna.settle();
    expect(test.server().counters().sockets.tutor).toBe(1);
    test.pass(1);
    expect(await anna.closed).toEqual({ code: PEER_CLOSE.tooOld, reason: 'too old' });
  });

  it('ends with the sign-in that it came from', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    test.server().endSession('other', 'session of tina');
    expect(test.server().counters()).toMatchObject({ sockets: { tutor: 1 } });
    test.server().endSession('acme', 'session of tina');
    expect(await anna.closed).toEqual({ code: PEER_CLOSE.sessionEnded, reason: 'session ended' });
    expect(test.server().counters().sockets).toEqual({ tutor: 0, device: 1 });
    await pc.settle();
  });

  it('leaves no timer, connection or frame behind when the server closes', async () => {
    await test.stop();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      test = await startPeers();
      // The security log has a timer of its own, and is not the server's.
      test.security.stop();
      expect(vi.getTimerCount()).toBe(1);
      const { tutor: anna, device: pc } = await test.pair();
      anna.say(offer('nobody'));
      await expect.poll(() => test.server().counters().held).toBe(1);
      await test.server().close();
      expect(vi.getTimerCount()).toBe(0);
      expect(await anna.closed).toMatchObject({ code: 1001 });
      expect(await pc.closed).toMatchObject({ code: 1001 });
      expect(test.server().counters()).toMatchObject({ held: 0, sockets: { tutor: 0, device: 0 } });
      await expect.poll(() => test.connections()).toBe(0);
      const late = test.dial(tutor('tina'));
      expect(await late.failed).toContain('503');
    } finally {
      vi.useRealTimers();
    }
  });
});
