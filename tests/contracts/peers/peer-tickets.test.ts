/** Who gets into the peer server: tickets, ids, origins, and how a peer comes back. */
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PEER_CLOSE, PEER_TICKET_LIFETIME_MS } from '#protocol/peer/peer-signalling.ts';
import { device, startPeers, type TestPeers, tutor, type Wish } from './peer-harness.ts';

let test: TestPeers;
beforeEach(async () => {
  test = await startPeers();
});
afterEach(() => test.stop());

/** What a refused socket was told, and what was counted. */
async function refusalOf(client: ReturnType<TestPeers['dial']>) {
  const frame = await client.next();
  const { code } = await client.closed;
  return { frame, code, counted: test.server().counters().refused.sockets };
}

/** Whoever is asked of waits until the answer is called. */
function slowDirectory(): () => void {
  let release = () => {};
  test.directory.slow = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

describe('a ticket', () => {
  it('opens one socket, for the id that was made with it', async () => {
    const first = await test.connect(tutor('tina'));
    expect(first.peerId).toMatch(/^[0-9a-f]{64}$/);
    expect(first.url.searchParams.get('id')).toBe(first.peerId);
    const other = await test.connect(tutor('tina'));
    expect(other.peerId).not.toBe(first.peerId);
    expect(test.server().counters().sockets.tutor).toBe(2);
  });

  it('is good once', async () => {
    const { url } = await test.connect(tutor('tina'));
    const token = url.searchParams.get('token') ?? '';
    expect(await refusalOf(test.dial(tutor('tina'), { query: { token } }))).toEqual({
      frame: { type: 'ERROR', payload: { msg: 'This ticket is unknown or was used before.' } },
      code: 1008,
      counted: { ticket: 1 },
    });
  });

  it('is spent by an attempt that fails', async () => {
    const wrong = test.dial(tutor('tina'), { query: { key: 'other' } });
    await wrong.closed;
    const token = wrong.url.searchParams.get('token') ?? '';
    const { counted } = await refusalOf(test.dial(tutor('tina'), { query: { token, id: wrong.peerId } }));
    expect(counted).toEqual({ tenant: 1, ticket: 1 });
  });

  it('is good for 30 s', async () => {
    const { peerId, ticket } = test.ticketFor(tutor('tina'));
    test.pass(PEER_TICKET_LIFETIME_MS - 1);
    await test.connect(tutor('tina'), { query: { id: peerId, token: ticket } });
  });

  it('is not good for longer', async () => {
    const client = test.dial(tutor('tina'));
    test.pass(PEER_TICKET_LIFETIME_MS);
    expect(await refusalOf(client)).toMatchObject({
      frame: { type: 'ERROR', payload: { msg: 'This ticket has expired.' } },
      counted: { 'ticket-expired': 1 },
    });
  });

  it('opens the address of its own site and no other', async () => {
    await test.connect(tutor('tina'), { site: 'one' });
    expect(await refusalOf(test.dial(tutor('tina'), { site: 'two' }))).toEqual({
      frame: { type: 'ERROR', payload: { msg: 'This ticket belongs to another site.' } },
      code: 1008,
      counted: { site: 1 },
    });
  });

  it.each<[string, Wish, string, string]>([
    ['no key', { query: { key: '' } }, 'query', 'The address needs key, id and token.'],
    ['no id', { query: { id: '' } }, 'query', 'The address needs key, id and token.'],
    ['no ticket', { query: { token: '' } }, 'query', 'The address needs key, id and token.'],
    ['another tenant', { query: { key: 'other' } }, 'tenant', 'This ticket belongs to another tenant.'],
    [
      'the host of another tenant',
      { headers: { host: 'other.localhost' } },
      'tenant',
      'This ticket belongs to another tenant.',
    ],
    [
      'an invented ticket',
      { query: { token: 'x'.repeat(43) } },
      'ticket',
      'This ticket is unknown or was used before.',
    ],
  ])('opens nothing with %s', async (_name, wish, reason, msg) => {
    expect(await refusalOf(test.dial(tutor('tina'), wish))).toEqual({
      frame: { type: 'ERROR', payload: { msg } },
      code: 1008,
      counted: { [reason]: 1 },
    });
    expect(test.server().counters().sockets.tutor).toBe(0);
  });

  it.each(['tutor', 'device'] as const)(
    'opens nothing for a %s who is gone since it was given',
    async (kind) => {
      const client = test.dial({ ...tutor('gone'), kind });
      test.ended.add('gone');
      expect(await refusalOf(client)).toEqual({
        frame: { type: 'ERROR', payload: { msg: 'This session has ended.' } },
        code: 1008,
        counted: { session: 1 },
      });
      expect(test.server().counters().sockets).toEqual({ tutor: 0, device: 0 });
    },
  );

  it('opens nothing where the sign-in ends while it is looked at, or where nobody can look', async () => {
    const release = slowDirectory();
    const client = test.dial(tutor('tina'));
    await once(client.socket, 'open');
    test.server().endSession('acme', 'session of tina');
    release();
    expect((await refusalOf(client)).counted).toEqual({ session: 1 });
    test.directory.away = true;
    expect((await refusalOf(test.dial(tutor('tina')))).counted).toEqual({ session: 2 });
  });

  it('loses nothing of what is said while it is looked at, and keeps nothing of who hangs up meanwhile', async () => {
    const { device: pc } = await test.pair();
    const release = slowDirectory();
    const [client, other] = [test.dial(tutor('tina')), test.dial(tutor('tina'))];
    await Promise.all([client, other].map(({ socket }) => once(socket, 'open')));
    client.say({ type: 'OFFER', dst: pc.peerId, payload: {} });
    other.socket.terminate();
    // What was sent before is at the server.
    await pc.settle();
    release();
    expect(await client.next()).toEqual({ type: 'OPEN' });
    expect(await pc.next()).toMatchObject({ type: 'OFFER', src: client.peerId });
    await expect.poll(() => test.server().counters().sockets.tutor).toBe(2);
  });

  it('takes nobody’s id away', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    const thief = test.dial(device('ben-pc'), { query: { id: anna.peerId } });
    expect(await refusalOf(thief)).toEqual({
      frame: { type: 'ID-TAKEN', payload: { msg: 'This id is not the one of the ticket.' } },
      code: 1008,
      counted: { id: 1 },
    });
    pc.say({ type: 'OFFER', dst: anna.peerId, payload: {} });
    expect(await anna.next()).toMatchObject({ type: 'OFFER', src: pc.peerId });
  });

  it.each([
    ['another tutor', tutor('tom')],
    ['a device of the same id', device('tina')],
    ['the same tutor on another site', tutor('tina', { site: 'two' })],
    ['the same tutor of another tenant', tutor('tina', { tenant: 'other' })],
  ])('is not given to %s for an id of before', (_name, holder) => {
    const { peerId } = test.ticketFor(tutor('tina'));
    expect(() => test.ticketFor(holder, peerId)).toThrow('not-yours');
    expect(() => test.ticketFor(holder, 'f'.repeat(64))).toThrow('not-yours');
    const chosen = `${peerId.startsWith('0') ? '1' : '0'}${peerId.slice(1)}`;
    expect(() => test.ticketFor(tutor('tina'), chosen)).toThrow('not-yours');
    expect(test.ticketFor(tutor('tina', { session: 'next' }), peerId).peerId).toBe(peerId);
  });

  it('is given so many times a minute', () => {
    for (let at = 0; at < 120; at += 1) test.ticketFor(tutor('tina'));
    expect(() => test.ticketFor(tutor('tina'))).toThrow('too-many');
    test.ticketFor(tutor('tom'));
    test.pass(500);
    test.ticketFor(tutor('tina'));
  });
});

describe('a peer who comes back', () => {
  it('gets OPEN again, keeps its id and takes the place of its old socket', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    const again = await test.connect(tutor('tina'), { peerId: anna.peerId });
    expect(await anna.closed).toEqual({ code: PEER_CLOSE.replaced, reason: 'replaced' });
    pc.say({ type: 'OFFER', dst: anna.peerId, payload: {} });
    expect(await again.next()).toMatchObject({ type: 'OFFER', src: pc.peerId });
    expect(test.server().counters().sockets).toEqual({ tutor: 1, device: 1 });
  });

  it('keeps its id and its unused ticket when the server was restarted, and the others find it there', async () => {
    const { tutor: anna, device: pc } = await test.pair();
    const unused = test.ticketFor(tutor('tina'), anna.peerId);
    await test.restart();
    expect(await anna.closed).toMatchObject({ code: 1001 });
    const back = await test.connect(tutor('tina'), { query: { id: unused.peerId, token: unused.ticket } });
    const pcBack = await test.connect(device('ann-pc'), { peerId: pc.peerId });
    pcBack.say({ type: 'OFFER', dst: anna.peerId, payload: {} });
    expect(await back.next()).toMatchObject({ type: 'OFFER', src: pc.peerId });
  });
});

describe('sockets of one subject', () => {
  it('are so many and no more; one that comes back does not count twice', async () => {
    await test.stop();
    test = await startPeers({ socketsPerSubject: { tutor: 2, device: 1 } });
    const [first, second] = [await test.connect(tutor('tina')), await test.connect(tutor('tina'))];
    expect(await refusalOf(test.dial(tutor('tina')))).toEqual({
      frame: { type: 'ERROR', payload: { msg: 'Too many sockets are open.' } },
      code: 1008,
      counted: { 'too-many': 1 },
    });
    await test.connect(tutor('tina'), { peerId: first.peerId });
    await test.connect(tutor('tom'));
    await second.leave();
    await expect.poll(() => test.server().counters().sockets.tutor).toBe(2);
    await test.connect(tutor('tina'));
  });
});

describe('the origin of a page', () => {
  it.each(['http://evil.example', 'http://demo.localhost.evil.example', 'null', 'file://', 'nonsense'])(
    'may not be %s',
    async (origin) => {
      const client = test.dial(tutor('tina'), { headers: { origin } });
      expect(await client.failed).toContain('403');
      expect(test.server().counters()).toMatchObject({ opened: 0, refused: { sockets: { origin: 1 } } });
    },
  );

  it('may be a console’s or an extension’s', async () => {
    const { url } = await test.connect(tutor('tina'));
    await test.connect(tutor('tina'), { headers: { origin: `http://acme.localhost:${url.port}` } });
    await test.connect(device('ann-pc'), { headers: { origin: 'chrome-extension://abcdef' } });
  });
});
