/** What peers say to each other through the peer server, frame by frame (docs/peer-protocol.md). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PEER_HOLD_MS } from '#protocol/peer/peer-signalling.ts';
import { candidate, device, offer, startPeers, type TestPeers, tutor } from './peer-harness.ts';

let test: TestPeers;
beforeEach(async () => {
  test = await startPeers();
});
afterEach(() => test.stop());

/** What the server says of who sent a frame, whatever they wrote. */
const fromTina = ({ peerId }: { peerId: string }) => ({ src: peerId, sender: { kind: 'tutor', id: 'tina' } });
const fromAnnPc = ({ peerId }: { peerId: string }) => ({
  src: peerId,
  sender: { kind: 'device', id: 'ann-pc' },
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
