import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { PeerOrigin } from '#protocol/peer-client.ts';
import type { PeerPayload, PeerPurpose } from '#protocol/peer-payload.ts';
import { createPeers } from './create-peers.ts';
import { createFakeNewPeer, createFakePeerClient } from './fakes/fake-peers.ts';
import { PeerFailure } from './peer-failure.ts';
import type { AwaitedCall, PeerVisitor } from './peer-visitor.ts';

function after(ms: number, call: () => void) {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

function setUp() {
  const signalling = createFakePeerClient();
  const { newPeer, peers: made } = createFakeNewPeer();
  let prepare = async () => ({ iceServers: [{ urls: 'stun:own:3478' }], newPeer });
  const peers = createPeers({
    ...{ client: signalling.client, after },
    prepare: () => prepare(),
    socketCount: () => 1,
  });
  const visitors: PeerVisitor[] = [];
  const failed: string[] = [];
  /** Waits for the class, as `live` of action `a1` unless told otherwise. */
  const awaitCall = (call: Partial<AwaitedCall> = {}) =>
    peers.awaitCalls(
      { purpose: 'live', reference: 'a1', isWelcome: (id) => id.startsWith('class'), ...call },
      { visitor: (visitor) => visitors.push(visitor), failed: (clientId) => failed.push(clientId) },
    );
  const prepares = (next: typeof prepare) => {
    prepare = next;
  };
  return { signalling, peers, made, visitors, failed, awaitCall, prepares };
}

const device = (id: string, peerId = `peer-${id}`): PeerOrigin => ({
  peerId,
  sender: { kind: 'device', id },
});
const says = (
  type: string,
  { connection = 'c1', purpose = 'live' as PeerPurpose, reference = 'a1' } = {},
): PeerPayload => ({ connection, purpose, reference, signal: { type } });
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('a call that is awaited, from a device that is welcome, is answered and handed over when it is open', async () => {
  const { signalling, made, visitors, awaitCall, peers } = setUp();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('class1'), says('candidate'));
  await settled();
  expect(made[0]?.options).toEqual({ iceServers: [{ urls: 'stun:own:3478' }], sends: undefined });
  expect(made[0]?.signals).toEqual([{ type: 'offer' }, { type: 'candidate' }]);
  made[0]?.on.signal({ type: 'answer' });
  expect(signalling.take()).toEqual(['peer-class1 c1 answer']);
  expect(visitors).toEqual([]);
  made[0]?.on.open();
  expect(visitors[0]?.sender).toEqual({ kind: 'device', id: 'class1' });
  expect(peers.counts()).toEqual({ peers: 1, sockets: 1, refused: {} });
});

test.each([
  ['not-a-device', { peerId: 'p', sender: { kind: 'tutor', id: 'class1' } } as PeerOrigin, says('offer')],
  ['not-awaited', device('class1'), says('offer', { reference: 'a2' })],
  ['not-awaited', device('class1'), says('offer', { purpose: 'files' })],
  ['not-welcome', device('stranger'), says('offer')],
])('%s: the call is refused, counted and told', async (reason, from, payload) => {
  const { signalling, made, awaitCall, peers } = setUp();
  awaitCall();
  signalling.signal(from, payload);
  signalling.signal(from, { ...payload, signal: { type: 'candidate' } });
  await settled();
  expect(made).toEqual([]);
  expect(signalling.take()).toEqual([`${from.peerId} leave`]);
  expect(peers.counts()).toEqual({ peers: 0, sockets: 1, refused: { [reason]: 1 } });
});

test('a refusal never hangs up on another call of the same device', async () => {
  const { signalling, awaitCall, peers } = setUp();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('class1'), says('offer', { connection: 'c2', purpose: 'files' }));
  expect(signalling.take()).toEqual([]);
  expect(peers.counts()).toMatchObject({ peers: 1, refused: { 'not-awaited': 1 } });
});

test('nobody speaks for the connection of another', async () => {
  const { signalling, made, awaitCall } = setUp();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('stranger'), says('candidate'));
  await settled();
  expect(made[0]?.signals).toEqual([{ type: 'offer' }]);
});

test('a call that is not open after 15 s has failed', async () => {
  const { signalling, made, failed, awaitCall, peers } = setUp();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(failed).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toEqual(['class1']);
  expect(made[0]?.isEnded).toBe(true);
  expect(peers.counts().peers).toBe(0);
  expect(signalling.take()).toEqual(['peer-class1 leave']);
});

test('a call whose device went away before it was open has failed; one that stands goes on', async () => {
  const { signalling, made, visitors, failed, awaitCall } = setUp();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('class2'), says('offer', { connection: 'c2' }));
  await settled();
  made[0]?.on.open();
  signalling.gone('peer-class1');
  signalling.gone('peer-class2');
  expect(failed).toEqual(['class2']);
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false, true]);
  let how: string | undefined;
  void visitors[0]?.closed.then((end) => {
    how = end;
  });
  made[0]?.on.closed('left');
  await settled();
  expect(how).toBe('left');
  // Whoever hung up is not told so.
  expect(signalling.take()).toEqual([]);
});

test('whoever calls anew has lost the call before', async () => {
  const { signalling, made, visitors, failed, awaitCall, peers } = setUp();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  await settled();
  made[0]?.on.open();
  signalling.signal(device('class1', 'another-peer'), says('offer', { connection: 'c2' }));
  await settled();
  expect(await visitors[0]?.closed).toBe('left');
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  signalling.signal(device('class1', 'another-peer'), says('offer', { connection: 'c3' }));
  expect(failed).toEqual([]);
  expect(peers.counts().peers).toBe(1);
});

test('stopping ends the calls of that kind and refuses further ones; others go on', async () => {
  const { signalling, made, visitors, failed, awaitCall, peers } = setUp();
  const stop = awaitCall();
  awaitCall({ reference: 'a2' });
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('class2'), says('offer', { connection: 'c2', reference: 'a2' }));
  await settled();
  made[0]?.on.open();
  stop();
  stop();
  expect(await visitors[0]?.closed).toBe('ended');
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(signalling.take()).toEqual(['peer-class1 leave']);
  signalling.signal(device('class1'), says('offer', { connection: 'c3' }));
  expect(peers.counts().refused).toEqual({ 'not-awaited': 1 });
  expect(failed).toEqual([]);
});

test('what it sends is known later than who it is, and told once', async () => {
  const { signalling, made, visitors, awaitCall } = setUp();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  await settled();
  made[0]?.on.open();
  const seen: unknown[] = [];
  visitors[0]?.onStream((stream) => seen.push(['first', stream]));
  visitors[0]?.onStream(() => seen.push('stopped'))();
  const stream = { id: 's' } as MediaStream;
  made[0]?.on.stream(stream);
  visitors[0]?.onStream((late) => seen.push(['late', late]));
  expect(seen).toEqual([
    ['first', stream],
    ['late', stream],
  ]);
  expect(visitors[0]?.stream()).toBe(stream);
});

test('what is sent goes into the answer', async () => {
  const { signalling, made, awaitCall } = setUp();
  const sends = { id: 'mine' } as MediaStream;
  awaitCall({ purpose: 'share', sends });
  signalling.signal(device('class1'), says('offer', { purpose: 'share' }));
  await settled();
  expect(made[0]?.options.sends).toBe(sends);
});

test('the channel for files is there before the answer, and for files only', async () => {
  const { signalling, made, visitors, awaitCall } = setUp();
  awaitCall({ purpose: 'files' });
  awaitCall();
  signalling.signal(device('class1'), says('offer', { purpose: 'files' }));
  signalling.signal(device('class1'), says('offer', { connection: 'c2' }));
  await settled();
  for (const peer of made) peer.on.open();
  expect(made.map(({ channels }) => channels.map(({ id }) => id))).toEqual([[0], []]);
  expect(visitors.map(({ channel }) => channel)).toEqual([made[0]?.channels[0], undefined]);
});

test('a channel that was handed to a worker when it was made is not given to the visitor', async () => {
  const { signalling, made, peers } = setUp();
  const visitors: PeerVisitor[] = [];
  const taken: string[] = [];
  peers.awaitCalls(
    { purpose: 'files', reference: 'a1', isWelcome: () => true },
    {
      visitor: (visitor) => visitors.push(visitor),
      channel: ({ label }, { clientId, connection }) => {
        taken.push(`${label} ${clientId} ${connection}`);
        return true;
      },
    },
  );
  signalling.signal(device('class1'), says('offer', { purpose: 'files' }));
  await settled();
  expect(taken).toEqual(['files class1 c1']);
  made[0]?.on.open();
  expect(visitors[0]?.channel).toBeUndefined();
});

test('a picture that stands still for 5 s is given up; one that comes back is not, nor are files', async () => {
  const { signalling, made, visitors, awaitCall } = setUp();
  awaitCall();
  awaitCall({ purpose: 'files' });
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('class1'), says('offer', { connection: 'c2', purpose: 'files' }));
  await settled();
  for (const peer of made) peer.on.open();
  made[1]?.on.trouble(true);
  made[0]?.on.trouble(true);
  await vi.advanceTimersByTimeAsync(4_000);
  made[0]?.on.trouble(false);
  await vi.advanceTimersByTimeAsync(4_000);
  made[0]?.on.trouble(true);
  expect(made[0]?.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await visitors[0]?.closed).toBe('broken');
  expect(made[1]?.isEnded).toBe(false);
});

test('a call fails where there are no ICE servers', async () => {
  const { signalling, failed, awaitCall, prepares } = setUp();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  prepares(async () => {
    throw new PeerFailure('stun');
  });
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  await settled();
  expect(failed).toEqual(['class1']);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test('nothing is made for a call that ended while it was prepared', async () => {
  const { signalling, made, awaitCall } = setUp();
  const stop = awaitCall();
  signalling.signal(device('class1'), says('offer'));
  stop();
  await settled();
  expect(made).toEqual([]);
});

test('the address is not given out where calls could not be answered', async () => {
  const { signalling, peers, prepares } = setUp();
  expect(await peers.address()).toBe('tutor-peer');
  signalling.setAddress(async () => {
    throw new AppError('unreachable', 'no answer');
  });
  await expect(peers.address()).rejects.toMatchObject({ name: 'PeerFailure', code: 'peer-server' });
  signalling.setAddress(async () => {
    throw new AppError('forbidden', 'no site');
  });
  await expect(peers.address()).rejects.toThrow('Failed to obtain peer configuration');
  prepares(async () => {
    throw new PeerFailure('no-ice-servers');
  });
  await expect(peers.address()).rejects.toThrow('Both STUN_SERVER and ICE_SERVER URLs are missing');
});

test('the socket is closed 30 s after its last use', async () => {
  const { signalling, made, awaitCall, peers } = setUp();
  const stop = awaitCall();
  await peers.address();
  signalling.signal(device('class1'), says('offer'));
  await settled();
  made[0]?.on.open();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(signalling.take()).toEqual([]);
  stop();
  signalling.take();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(signalling.take()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(signalling.take()).toEqual(['close']);
  expect(vi.getTimerCount()).toBe(0);
});

test('with the page everything ends', async () => {
  const { signalling, made, visitors, awaitCall, peers } = setUp();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('class2'), says('offer', { connection: 'c2' }));
  await settled();
  made[0]?.on.open();
  peers.closeAll();
  expect(await visitors[0]?.closed).toBe('ended');
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  expect(signalling.take()).toEqual(['peer-class1 leave', 'peer-class2 leave', 'close']);
  expect(peers.counts().peers).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a thousand calls leave nothing behind', async () => {
  const { signalling, made, awaitCall, peers } = setUp();
  for (let turn = 0; turn < 1_000; turn++) {
    const stop = awaitCall({ reference: `a${turn}` });
    signalling.signal(device('class1'), says('offer', { connection: `c${turn}`, reference: `a${turn}` }));
    await settled();
    made.at(-1)?.on.open();
    stop();
  }
  expect(made.every(({ isEnded }) => isEnded)).toBe(true);
  expect(peers.counts()).toEqual({ peers: 0, sockets: 1, refused: {} });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(vi.getTimerCount()).toBe(0);
});
