import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ADDRESS, candidate, offer, setUpPeerClient } from './fakes/peer-client-fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('nothing is opened before it is needed', async () => {
  const { client, sockets, asked } = setUpPeerClient();
  client.onSignal(() => {});
  client.leave('d1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sockets.length, asked.length, vi.getTimerCount()]).toEqual([0, 0, 0]);
});

test('the address is known once the socket is open, not before', async () => {
  const { client, opened } = setUpPeerClient();
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
  const { client, sockets, opened } = setUpPeerClient();
  const addresses = Promise.all([client.address(), client.address()]);
  await opened();
  expect(await addresses).toEqual([ADDRESS, ADDRESS]);
  expect(await client.address()).toBe(ADDRESS);
  expect(sockets).toHaveLength(1);
});

test('frames wait for the socket, in order, and go at once afterwards', async () => {
  const { client, opened } = setUpPeerClient();
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
  const { client, opened } = setUpPeerClient();
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
  const { client, opened } = setUpPeerClient();
  client.send('d1', { ...offer, signal: { type: 'offer', sdp: 'x'.repeat(70_000) } });
  client.send('d1', candidate);
  expect((await opened()).sent.map(({ type }) => type)).toEqual(['CANDIDATE']);
});

test('it says every 5 s that it is there', async () => {
  const { client, opened } = setUpPeerClient();
  client.send('d1', offer);
  const socket = await opened();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(socket.sent.filter(({ type }) => type === 'HEARTBEAT')).toHaveLength(3);
});

test('signals come with who really sent them; nonsense does not', async () => {
  const { client, opened, malformed } = setUpPeerClient();
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
  const { client, opened } = setUpPeerClient();
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
