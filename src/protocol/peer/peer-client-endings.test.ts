import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { ADDRESS, candidate, OTHER, offer, setUpPeerClient } from './fakes/peer-client-fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test.each([1001, 1006, 1008, 4002, 4003])('after %i it comes back under the same address', async (code) => {
  const { client, sockets, asked, opened } = setUpPeerClient();
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
  const { client, sockets, opened } = setUpPeerClient();
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
  const { client, tickets, asked, opened } = setUpPeerClient();
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
  const { client, sockets, asked, opened } = setUpPeerClient();
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
  const { client, sockets, opened } = setUpPeerClient();
  client.send('d1', offer);
  (await opened()).end(4001);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('who waits for the address hears why there is none, and may try again at once', async () => {
  const { client, tickets, opened } = setUpPeerClient();
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
  const { client, tickets, asked } = setUpPeerClient();
  tickets(async () => {
    throw new AppError('unauthorized', 'signed out');
  });
  await expect(client.address()).rejects.toMatchObject({ code: 'unauthorized' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

test('what the server refuses is said in its words', async () => {
  const { client, sockets } = setUpPeerClient();
  const address = client.address();
  const refused = expect(address).rejects.toThrow('Too many sockets are open.');
  await vi.advanceTimersByTimeAsync(0);
  sockets[0]?.say({ type: 'ERROR', payload: { msg: 'Too many sockets are open.' } });
  sockets[0]?.end(1008);
  await refused;
});

test('a server that says nothing is given up after 10 s', async () => {
  const { client, sockets } = setUpPeerClient();
  const address = client.address();
  const refused = expect(address).rejects.toMatchObject({ code: 'unreachable' });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(sockets[0]?.closedByClient).toBe(true);
});

test('closing leaves no socket, no timer and nobody waiting; a later use has the same address', async () => {
  const { client, sockets, asked, opened } = setUpPeerClient();
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
  const { client, opened } = setUpPeerClient();
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
