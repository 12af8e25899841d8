import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from './app-error.ts';
import { createPeerClient } from './peer-client.ts';
import type { PeerPayload } from './peer-payload.ts';

const ADDRESS = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const offer: PeerPayload = {
  connection: 'c1',
  purpose: 'live',
  reference: 'r1',
  signal: { type: 'offer', sdp: 'v=0' },
};
const candidate: PeerPayload = { ...offer, signal: { type: 'candidate', candidate: 'x' } };

/** A peer server of which a test is in charge. */
function setUp() {
  const sockets: FakeSocket[] = [];
  const asked: (string | undefined)[] = [];
  let answer: (known: string | undefined) => Promise<{ ticket: string; peerId: string; expiresAt: number }> =
    async (known) => ({ ticket: `t${asked.length}`, peerId: known ?? ADDRESS, expiresAt: 0 });
  let malformed = 0;
  const client = createPeerClient({
    ticket(known) {
      asked.push(known);
      return answer(known);
    },
    url: ({ ticket, peerId }) => `ws://peers?id=${peerId}&token=${ticket}`,
    open(url, on) {
      const sent: Record<string, unknown>[] = [];
      const socket: FakeSocket = {
        ...{ url, sent, closedByClient: false },
        say: (frame) => on.message(typeof frame === 'string' ? frame : JSON.stringify(frame)),
        end: (code) => on.closed(code),
      };
      sockets.push(socket);
      return {
        send: (text) => void sent.push(JSON.parse(text)),
        close: () => {
          socket.closedByClient = true;
        },
      };
    },
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    random: () => 1,
    malformed: () => {
      malformed += 1;
    },
  });
  async function opened() {
    await vi.advanceTimersByTimeAsync(0);
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    socket.say({ type: 'OPEN' });
    await vi.advanceTimersByTimeAsync(0);
    return socket;
  }
  return {
    ...{ client, sockets, asked, opened },
    malformed: () => malformed,
    tickets: (next: typeof answer) => {
      answer = next;
    },
  };
}

type FakeSocket = {
  url: string;
  sent: Record<string, unknown>[];
  closedByClient: boolean;
  say(frame: object | string): void;
  end(code: number): void;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('nothing is opened before it is needed', async () => {
  const { client, sockets, asked } = setUp();
  client.onSignal(() => {});
  client.leave('d1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sockets.length, asked.length, vi.getTimerCount()]).toEqual([0, 0, 0]);
});

test('the address is known once the socket is open, not before', async () => {
  const { client, opened } = setUp();
  let address: string | undefined;
  client.address().then((known) => {
    address = known;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(address).toBeUndefined();
  const socket = await opened();
  expect(address).toBe(ADDRESS);
  expect(socket.url).toBe(`ws://peers?id=${ADDRESS}&token=t1`);
});

test('several who ask for the address get one socket', async () => {
  const { client, sockets, opened } = setUp();
  const addresses = Promise.all([client.address(), client.address()]);
  await opened();
  expect(await addresses).toEqual([ADDRESS, ADDRESS]);
  expect(await client.address()).toBe(ADDRESS);
  expect(sockets).toHaveLength(1);
});

test('frames wait for the socket, in order, and go at once afterwards', async () => {
  const { client, opened } = setUp();
  client.send('d1', offer);
  client.send('d1', candidate);
  const socket = await opened();
  client.send('d2', { ...offer, signal: { type: 'answer', sdp: 'v=0' } });
  expect(socket.sent.map(({ type, dst }) => [type, dst])).toEqual([
    ['OFFER', 'd1'],
    ['CANDIDATE', 'd1'],
    ['ANSWER', 'd2'],
  ]);
  expect(socket.sent[0]?.payload).toEqual(offer);
});

test('a hang-up takes back what still waits, and is said where there is a socket', async () => {
  const { client, opened } = setUp();
  client.send('d1', offer);
  client.send('d2', offer);
  client.leave('d1');
  const socket = await opened();
  client.leave('d2');
  expect(socket.sent.map(({ type, dst }) => [type, dst])).toEqual([
    ['OFFER', 'd2'],
    ['LEAVE', 'd2'],
  ]);
});

test('a frame that would cost the socket is not sent', async () => {
  const { client, opened } = setUp();
  client.send('d1', { ...offer, signal: { type: 'offer', sdp: 'x'.repeat(70_000) } });
  client.send('d1', candidate);
  expect((await opened()).sent.map(({ type }) => type)).toEqual(['CANDIDATE']);
});

test('it says every 5 s that it is there', async () => {
  const { client, opened } = setUp();
  client.send('d1', offer);
  const socket = await opened();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(socket.sent.filter(({ type }) => type === 'HEARTBEAT')).toHaveLength(3);
});

test('signals come with who really sent them; nonsense does not', async () => {
  const { client, opened, malformed } = setUp();
  const heard: unknown[] = [];
  client.onSignal((from, payload) => heard.push([from, payload.signal]));
  client.send('d1', offer);
  const socket = await opened();
  const sender = { kind: 'device', id: 'client1' };
  const frame = { type: 'OFFER', src: 'd1', dst: ADDRESS, sender, payload: offer };
  socket.say(frame);
  socket.say({ ...frame, payload: { ...offer, purpose: 'spy' } });
  socket.say({ ...frame, sender: undefined });
  socket.say('{"type":');
  expect(heard).toEqual([[{ peerId: 'd1', sender }, offer.signal]]);
  expect(malformed()).toBe(3);
});

test('whoever hung up or was not there is gone', async () => {
  const { client, opened } = setUp();
  const gone: string[] = [];
  const stop = client.onGone((peerId) => gone.push(peerId));
  client.send('d1', offer);
  const socket = await opened();
  socket.say({ type: 'LEAVE', src: 'd1', dst: ADDRESS });
  socket.say({ type: 'EXPIRE', src: 'd2', dst: ADDRESS });
  stop();
  socket.say({ type: 'LEAVE', src: 'd3', dst: ADDRESS });
  expect(gone).toEqual(['d1', 'd2']);
});

test.each([1001, 1006, 1008, 4002, 4003])('after %i it comes back under the same address', async (code) => {
  const { client, sockets, asked, opened } = setUp();
  client.send('d1', offer);
  (await opened()).end(code);
  client.send('d1', candidate);
  await vi.advanceTimersByTimeAsync(999);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  const again = await opened();
  expect(asked).toEqual([undefined, ADDRESS]);
  expect(again.sent.map(({ type }) => type)).toEqual(['CANDIDATE']);
});

test('pauses grow up to 10 s, and begin anew when a socket has stayed', async () => {
  const { client, sockets, opened } = setUp();
  client.send('d1', offer);
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    (await opened()).end(1008);
    const before = sockets.length;
    const since = Date.now();
    while (sockets.length === before) await vi.advanceTimersByTimeAsync(100);
    pauses.push(Math.round((Date.now() - since) / 1_000));
  }
  expect(pauses).toEqual([1, 2, 4, 8, 10, 10]);
  const stayed = await opened();
  await vi.advanceTimersByTimeAsync(5_000);
  stayed.end(1006);
  const before = sockets.length;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets.length).toBe(before + 1);
});

test('a new session gets another address where the old one is not its own', async () => {
  const { client, tickets, asked, opened } = setUp();
  client.send('d1', offer);
  (await opened()).end(4003);
  tickets(async (known) => {
    if (known !== undefined) throw new AppError('forbidden', 'not yours');
    return { ticket: 't', peerId: OTHER, expiresAt: 0 };
  });
  const address = client.address();
  await opened();
  expect(await address).toBe(OTHER);
  expect(asked).toEqual([undefined, ADDRESS, undefined]);
});

test('replaced: nothing comes back by itself, and the next use has another address', async () => {
  const { client, sockets, asked, opened } = setUp();
  client.send('d1', offer);
  (await opened()).end(4000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  const address = client.address();
  await opened();
  await address;
  expect(asked).toEqual([undefined, undefined]);
});

test('the session has ended: nothing comes back by itself', async () => {
  const { client, sockets, opened } = setUp();
  client.send('d1', offer);
  (await opened()).end(4001);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('who waits for the address hears why there is none, and may try again at once', async () => {
  const { client, tickets, opened } = setUp();
  tickets(async () => {
    throw new AppError('unreachable', 'no answer');
  });
  await expect(client.address()).rejects.toMatchObject({ code: 'unreachable', message: 'no answer' });
  tickets(async () => ({ ticket: 't', peerId: ADDRESS, expiresAt: 0 }));
  const address = client.address();
  await opened();
  expect(await address).toBe(ADDRESS);
});

test('signed out: it is not tried again', async () => {
  const { client, tickets, asked } = setUp();
  tickets(async () => {
    throw new AppError('unauthorized', 'signed out');
  });
  await expect(client.address()).rejects.toMatchObject({ code: 'unauthorized' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

test('what the server refuses is said in its words', async () => {
  const { client, sockets } = setUp();
  const address = client.address();
  const refused = expect(address).rejects.toThrow('Too many sockets are open.');
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.say({ type: 'ERROR', payload: { msg: 'Too many sockets are open.' } });
  sockets[0]?.end(1008);
  await refused;
});

test('a server that says nothing is given up after 10 s', async () => {
  const { client, sockets } = setUp();
  const address = client.address();
  const refused = expect(address).rejects.toMatchObject({ code: 'unreachable' });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(sockets[0]?.closedByClient).toBe(true);
});

test('closing leaves no socket, no timer and nobody waiting; a later use has the same address', async () => {
  const { client, sockets, asked, opened } = setUp();
  client.send('d1', offer);
  const first = await opened();
  client.close();
  expect(first.closedByClient).toBe(true);
  const waiting = expect(client.address()).rejects.toMatchObject({ code: 'aborted' });
  client.close();
  await waiting;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sockets.length, vi.getTimerCount()]).toEqual([1, 0]);
  const address = client.address();
  await opened();
  expect(await address).toBe(ADDRESS);
  expect(asked.at(-1)).toBe(ADDRESS);
});

test('what an old socket still says is not heard', async () => {
  const { client, opened } = setUp();
  const heard: string[] = [];
  client.onGone((peerId) => heard.push(peerId));
  client.send('d1', offer);
  const old = await opened();
  old.end(1006);
  client.address();
  await opened();
  old.say({ type: 'LEAVE', src: 'd1', dst: ADDRESS });
  old.end(1006);
  expect(heard).toEqual([]);
  expect(await client.address()).toBe(ADDRESS);
});
