/** How calls end or never are, who is told of it, and that nothing is left of them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PeerOrigin } from '#protocol/peer/peer-client.ts';
import { device, says, settled, setUpPeers } from './fakes/peers-fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test.each([
  ['not-a-device', { peerId: 'p', sender: { kind: 'tutor', id: 't2' } } as PeerOrigin, says('offer')],
  ['not-awaited', device('nobody'), says('offer', { reference: 'a2' })],
  ['not-awaited', device('nobody'), says('offer', { purpose: 'files' })],
  ['not-welcome', device('stranger'), says('offer')],
])('%s: the call is refused, counted and told', async (reason, from, payload) => {
  const { signalling, made, awaitCall, peers } = setUpPeers();
  awaitCall();
  signalling.signal(from, payload);
  signalling.signal(from, { ...payload, signal: { type: 'candidate' } });
  await settled();
  expect(made).toEqual([]);
  expect(signalling.take()).toEqual([`${from.peerId} c1 hang-up`, `${from.peerId} leave`]);
  expect(peers.counts()).toEqual({ peers: 0, sockets: 1, refused: { [reason]: 1 } });
});

test('a refusal never hangs up on another call of the same device', async () => {
  const { signalling, awaitCall, peers } = setUpPeers();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('class1'), says('offer', { connection: 'c2', purpose: 'files' }));
  expect(signalling.take()).toEqual(['peer-class1 c2 hang-up']);
  expect(peers.counts()).toMatchObject({ peers: 1, refused: { 'not-awaited': 1 } });
});

test('a call that is not open after 15 s has failed', async () => {
  const { signalling, made, failed, awaitCall, peers } = setUpPeers();
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

test('that no connection could be made is told, and that one has ended or was stopped is not', async () => {
  const { signalling, made, awaitCall, noWay } = setUpPeers();
  const stop = awaitCall();
  const call = async (connection: string) => {
    signalling.signal(device(`class${connection}`), says('offer', { connection }));
    await settled();
  };
  await call('c0');
  made[0]?.on.open();
  made[0]?.on.closed('broken');
  await call('c1');
  signalling.gone('peer-classc1');
  expect(noWay).not.toHaveBeenCalled();
  await call('c2');
  made[2]?.on.closed('broken');
  expect(noWay).toHaveBeenCalledTimes(1);
  await call('c3');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(noWay).toHaveBeenCalledTimes(2);
  await call('c4');
  stop();
  expect(noWay).toHaveBeenCalledTimes(2);
});

test('a call whose device went away before it was open has failed; one that stands goes on', async () => {
  const { signalling, made, visitors, failed, awaitCall } = setUpPeers();
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
  const { signalling, made, visitors, failed, awaitCall, peers } = setUpPeers();
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
  const { signalling, made, visitors, failed, awaitCall, peers } = setUpPeers();
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
  // What else is awaited of it may be on its way.
  expect(signalling.take()).toEqual([]);
  signalling.signal(device('class1'), says('offer', { connection: 'c3' }));
  expect(peers.counts().refused).toEqual({ 'not-awaited': 1 });
  expect(failed).toEqual([]);
});

test('a call that is stopped before it is open is hung up on with a word of its own', async () => {
  const { signalling, made, awaitCall } = setUpPeers();
  const stop = awaitCall({ purpose: 'files' });
  awaitCall({ purpose: 'files', reference: 'a2' });
  const calls = (connection: string, reference: string) =>
    signalling.signal(device('class1'), says('offer', { connection, purpose: 'files', reference }));
  calls('c1', 'a1');
  calls('c2', 'a2');
  await settled();
  stop();
  // Nobody would tell the device: its connection was never there. The other one goes on.
  expect(signalling.take()).toEqual(['peer-class1 c1 hang-up']);
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test('who calls for what was cancelled is told so, without a word against what is still awaited', async () => {
  const { signalling, awaitCall } = setUpPeers();
  awaitCall({ reference: 'a1' })();
  const stop = awaitCall({ reference: 'a2' });
  const call = () => signalling.signal(device('class1'), says('offer'));
  call();
  expect(signalling.take()).toEqual(['peer-class1 c1 hang-up']);
  stop();
  call();
  expect(signalling.take()).toEqual(['peer-class1 c1 hang-up', 'peer-class1 leave']);
});

test('a call that is not open in time may be made again: it is not hung up on', async () => {
  const { signalling, awaitCall } = setUpPeers();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(signalling.take()).toEqual(['peer-class1 leave']);
});

test('the socket is closed 30 s after its last use', async () => {
  const { signalling, made, awaitCall, peers } = setUpPeers();
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
  const { signalling, made, visitors, awaitCall, peers } = setUpPeers();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('class2'), says('offer', { connection: 'c2' }));
  await settled();
  made[0]?.on.open();
  peers.closeAll();
  expect(await visitors[0]?.closed).toBe('ended');
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  expect(signalling.take()).toEqual([
    ...['peer-class1 leave', 'peer-class2 c2 hang-up', 'peer-class2 leave', 'close'],
  ]);
  expect(peers.counts().peers).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a thousand calls leave nothing behind', async () => {
  const { signalling, made, awaitCall, peers } = setUpPeers();
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
