/** What peers say to each other through the peer server, frame by frame (wire protocol, Peer connections). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PEER_CLOSE, PEER_HOLD_MS, PEER_SILENCE_MS } from '#protocol/peer-signalling.ts';
import { device, startPeers, type TestPeers, tutor } from './peer-harness.ts';

let test: TestPeers;
beforeEach(async () => {
  test = await startPeers();
});
afterEach(() => test.stop());

const offer = (dst: string, sdp = 'v=0') => ({ type: 'OFFER', dst, payload: { sdp } });
const candidate = (dst: string, at: number) => ({
  type: 'CANDIDATE',
  dst,
  payload: { candidate: `c ${at}` },
});

/** What the server says of who sent a frame, whatever they wrote. */
const fromTina = ({ peerId }: { peerId: string }) => ({ src: peerId, sender: { kind: 'tutor', id: 'tina' } });
const fromAnnPc = ({ peerId }: { peerId: string }) => ({
  ...{ src: peerId, sender: { kind: 'device', id: 'ann-pc' } },
});

describe('two peers who reach each other', () => {
  it('exchange offer, answer and candidates both ways, in order', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    anna.say(offer(pc.peerId));
    for (let at = 0; at < 20; at += 1) anna.say(candidate(pc.peerId, at));
    expect(await pc.next()).toEqual({ ...offer(pc.peerId), ...fromTina(anna) });
    for (let at = 0; at < 20; at += 1)
      expect(await pc.next()).toEqual({ ...candidate(pc.peerId, at), ...fromTina(anna) });
    pc.say({ type: 'ANSWER', dst: anna.peerId, payload: { sdp: 'v=1' } });
    pc.say(candidate(anna.peerId, 0));
    pc.say({ type: 'LEAVE', dst: anna.peerId });
    const path = { src: pc.peerId, dst: anna.peerId };
    const answer = { type: 'ANSWER', dst: anna.peerId, payload: { sdp: 'v=1' } };
    expect(await anna.next()).toEqual({ ...answer, ...fromAnnPc(pc) });
    expect(await anna.next()).toEqual({ ...candidate(anna.peerId, 0), ...fromAnnPc(pc) });
    expect(await anna.next()).toEqual({ type: 'LEAVE', ...path });
    expect(test.server().counters()).toMatchObject({
      opened: 2,
      relayed: 24,
      sockets: { tutor: 1, device: 1 },
    });
  });

  it('cannot speak in the name of another, or pass on what the protocol does not know', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    const claimed = { src: 'somebody else', sender: { kind: 'tutor', id: 'tom' } };
    pc.say({ ...offer(anna.peerId), ...claimed, extra: 1, __proto__: { polluted: true } });
    expect(await anna.next()).toEqual({ ...offer(anna.peerId), ...fromAnnPc(pc) });
    pc.say({ type: 'LEAVE', dst: anna.peerId, ...claimed });
    expect(await anna.next()).toEqual({ type: 'LEAVE', src: pc.peerId, dst: anna.peerId });
  });

  it('keep what they say as it is, in any alphabet', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    const sdp = '<img src=x onerror=alert(1)> \u202e 🦉 "\\ \u0000 \u2028';
    anna.say(offer(pc.peerId, sdp));
    expect(await pc.next()).toMatchObject({ payload: { sdp } });
  });
});

describe('a peer who is not there', () => {
  it('gets what was sent in the last seconds when it comes, in order', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    await pc.leave();
    await expect.poll(() => test.server().counters().sockets.device).toBe(0);
    anna.say(offer(pc.peerId));
    anna.say(candidate(pc.peerId, 1));
    await expect.poll(() => test.server().counters().held).toBe(2);
    const back = await test.connect(device('ann-pc'), { peerId: pc.peerId });
    expect(await back.next()).toEqual({ ...offer(pc.peerId), ...fromTina(anna) });
    expect(await back.next()).toEqual({ ...candidate(pc.peerId, 1), ...fromTina(anna) });
    expect(test.server().counters()).toMatchObject({ held: 0, expired: 0 });
  });

  it('is reported once to who waits for it, after 5 s', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    await pc.leave();
    await expect.poll(() => test.server().counters().sockets.device).toBe(0);
    anna.say(offer(pc.peerId));
    await expect.poll(() => test.server().counters().held).toBe(1);
    test.pass(PEER_HOLD_MS - 1);
    anna.say(candidate(pc.peerId, 1));
    await expect.poll(() => test.server().counters().held).toBe(2);
    expect(anna.frames).toEqual([]);
    test.pass(1);
    expect(await anna.next()).toEqual({ type: 'EXPIRE', src: pc.peerId, dst: anna.peerId });
    await anna.settle();
    expect(anna.frames).toEqual([]);
    expect(test.server().counters()).toMatchObject({ held: 0, expired: 1 });
  });

  it('may have an id that nobody could have', async () => {
    const { tutor: anna } = await test.pair();
    anna.say(offer('no such peer'));
    await expect.poll(() => test.server().counters().held).toBe(1);
    test.pass(PEER_HOLD_MS);
    expect(await anna.next()).toEqual({ type: 'EXPIRE', src: 'no such peer', dst: anna.peerId });
  });

  it('is not told goodbye later', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    anna.say({ type: 'LEAVE', dst: 'no such peer' });
    anna.say(offer(pc.peerId));
    await pc.next();
    expect(test.server().counters().held).toBe(0);
  });

  it('is told nothing of what was taken back', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    anna.say(offer('no such peer'));
    await expect.poll(() => test.server().counters().held).toBe(1);
    anna.say({ type: 'LEAVE', dst: 'no such peer' });
    anna.say(offer(pc.peerId));
    await pc.next();
    expect(test.server().counters().held).toBe(0);
  });

  it('costs each tutor or device its own share of the memory', async () => {
    await test.stop();
    test = await startPeers({ maxHeldBytesOfSubject: 100_000 });
    const { tutor: anna, device: pc } = await test.pair();
    anna.say(offer('nobody', 'x'.repeat(60_000)));
    anna.say(offer('nobody else', 'x'.repeat(60_000)));
    expect(await anna.next()).toMatchObject({ type: 'EXPIRE', src: 'nobody else' });
    pc.say(offer('nobody', 'x'.repeat(60_000)));
    await expect.poll(() => test.server().counters().held).toBe(2);
  });

  it('costs no memory for long, and no more than some', async () => {
    await test.stop();
    test = await startPeers({ maxHeldOfSender: 3, maxHeldBytes: 100_000 });
    const { tutor: anna, device: pc } = await test.pair();
    for (let at = 0; at < 4; at += 1) anna.say(offer(`nobody ${at}`));
    expect(await anna.next()).toEqual({ type: 'EXPIRE', src: 'nobody 3', dst: anna.peerId });
    pc.say(offer('nobody', 'x'.repeat(60_000)));
    pc.say(offer('nobody else', 'x'.repeat(60_000)));
    expect(await pc.next()).toMatchObject({ type: 'EXPIRE', src: 'nobody else' });
    expect(test.server().counters()).toMatchObject({ held: 4, refused: { frames: { 'held-too-many': 2 } } });
    await anna.leave();
    await expect.poll(() => test.server().counters().held).toBe(1);
    await pc.leave();
    await expect.poll(() => test.server().counters().held).toBe(0);
    const again = await test.connect(device('ann-pc'));
    again.say(offer('nobody', 'x'.repeat(60_000)));
    await expect.poll(() => test.server().counters().held).toBe(1);
  });
});

describe('a peer who may not be reached', () => {
  const cases = [
    ['of another tenant', tutor('tina'), device('ann-pc', { tenant: 'other' }), 'other-tenant'],
    ['of another site', tutor('tina'), device('ann-pc', { site: 'two' }), 'other-site'],
    ['in none of the tutor’s groups', tutor('tina'), device('ben-pc'), 'not-reached'],
    ['at another device', device('ann-pc'), device('ben-pc'), 'same-kind'],
    ['who is a tutor as well', tutor('tina'), tutor('tom'), 'same-kind'],
    ['whose tutor lost the site', tutor('gone'), device('ann-pc'), 'not-allowed'],
  ] as const;

  it.each(
    cases.flatMap(([name, a, b, why]) => [
      [name, a, b, why] as const,
      [`${name}, the other way`, b, a, why] as const,
    ]),
  )('is as one who is not there: %s', async (_name, one, other, reason) => {
    test.reach.set('tina', new Set(['ann-pc'])).set('gone', new Set(['ann-pc']));
    test.gone.add('gone');
    const [from, to] = [await test.connect(one), await test.connect(other)];
    from.say(offer(to.peerId));
    await expect.poll(() => test.server().counters().held).toBe(1);
    expect(from.frames).toEqual([]);
    test.pass(PEER_HOLD_MS);
    expect(await from.next()).toEqual({ type: 'EXPIRE', src: to.peerId, dst: from.peerId });
    await to.settle();
    expect(to.frames).toEqual([]);
    expect(test.server().counters()).toMatchObject({ relayed: 0, refused: { frames: { [reason]: 1 } } });
    expect(test.logged.join()).toContain(reason);
  });

  it('is out of reach from the moment in which the directory says so', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    anna.say(offer(pc.peerId));
    await pc.next();
    test.reach.clear();
    pc.say(offer(anna.peerId));
    await expect.poll(() => test.server().counters().refused.frames['not-reached']).toBe(1);
  });

  it('gets what has waited, in order, when it may be reached in time', async () => {
    const [anna, pc] = [await test.connect(tutor('tina')), await test.connect(device('ann-pc'))];
    anna.say(offer(pc.peerId));
    await expect.poll(() => test.server().counters().held).toBe(1);
    test.reach.set('tina', new Set(['ann-pc']));
    anna.say(candidate(pc.peerId, 1));
    expect(await pc.next()).toMatchObject({ type: 'OFFER' });
    expect(await pc.next()).toMatchObject({ type: 'CANDIDATE' });
    expect(test.server().counters().held).toBe(0);
  });

  it('is written down a few times, and counted each time', async () => {
    const [anna, pc] = [await test.connect(tutor('tina')), await test.connect(device('ann-pc'))];
    for (let at = 0; at < 30; at += 1) anna.say(offer(pc.peerId));
    await expect.poll(() => test.server().counters().refused.frames['not-reached']).toBe(30);
    expect(test.logged).toHaveLength(20);
  });

  it('and a directory that does not answer lets nobody through', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    test.directory.away = true;
    anna.say(offer(pc.peerId));
    await expect.poll(() => test.server().counters().refused.frames.unavailable).toBe(1);
    test.pass(PEER_HOLD_MS);
    expect(await anna.next()).toMatchObject({ type: 'EXPIRE' });
  });
});

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
      ...{ ended: { flood: 1 }, refused: { frames: { flood: 1 } }, sockets: { tutor: 1, device: 0 } },
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

  it('ends with the sign-in that it came from, and so do its tickets', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    const ticket = test.ticketFor(tutor('tina'));
    test.server().endSession('other', 'session of tina');
    expect(test.server().counters()).toMatchObject({ tickets: 1, sockets: { tutor: 1 } });
    test.server().endSession('acme', 'session of tina');
    expect(await anna.closed).toEqual({ code: PEER_CLOSE.sessionEnded, reason: 'session ended' });
    const late = test.dial(tutor('tina'), { query: { id: ticket.peerId, token: ticket.ticket } });
    expect(await late.next()).toMatchObject({ type: 'ERROR' });
    expect(test.server().counters().sockets).toEqual({ tutor: 0, device: 1 });
    await pc.settle();
  });

  it('leaves no timer, connection or frame behind when the server closes', async () => {
    await test.stop();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      test = await startPeers();
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
