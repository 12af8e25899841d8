import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { device, says, settled, setUpPeers } from './fakes/peers-fixture.ts';
import { PeerFailure } from './peer-failure.ts';
import type { PeerVisitor } from './peer-visitor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('a call that is awaited, from a device that is welcome, is answered and handed over when it is open', async () => {
  const { signalling, made, visitors, awaitCall, peers } = setUpPeers();
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

test('nobody speaks for the connection of another', async () => {
  const { signalling, made, awaitCall } = setUpPeers();
  awaitCall();
  signalling.signal(device('class1'), says('offer'));
  signalling.signal(device('stranger'), says('candidate'));
  await settled();
  expect(made[0]?.signals).toEqual([{ type: 'offer' }]);
});

test('what it sends is known later than who it is, and told once', async () => {
  const { signalling, made, visitors, awaitCall } = setUpPeers();
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
  const { signalling, made, awaitCall } = setUpPeers();
  const sends = { id: 'mine' } as MediaStream;
  awaitCall({ purpose: 'share', sends });
  signalling.signal(device('class1'), says('offer', { purpose: 'share' }));
  await settled();
  expect(made[0]?.options.sends).toBe(sends);
});

test('the channel for files is there before the answer, and for files only', async () => {
  const { signalling, made, visitors, awaitCall } = setUpPeers();
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
  const { signalling, made, peers } = setUpPeers();
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
  const { signalling, made, visitors, awaitCall } = setUpPeers();
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
  const { signalling, failed, awaitCall, prepares } = setUpPeers();
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
  const { signalling, made, awaitCall } = setUpPeers();
  const stop = awaitCall();
  signalling.signal(device('class1'), says('offer'));
  stop();
  await settled();
  expect(made).toEqual([]);
});

test('the address is not given out where calls could not be answered', async () => {
  const { signalling, peers, prepares } = setUpPeers();
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
