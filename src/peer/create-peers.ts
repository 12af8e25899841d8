/** Accepts or refuses calls from devices, and holds the open ones. Devices dial; a tab only answers. */
import { isAppError } from '#protocol/app-error.ts';
import type { PeerClient, PeerOrigin } from '#protocol/peer/peer-client.ts';
import { HANG_UP, type PeerPayload } from '#protocol/peer/peer-payload.ts';
import { type AdmittedCall, createAdmittedCall, type PreparePeer } from './admitted-call.ts';
import { PeerFailure } from './peer-failure.ts';
import type { AwaitEvents, AwaitedCall, PeerCounts } from './peer-visitor.ts';

export type PeersDeps = {
  client: PeerClient;
  prepare: PreparePeer;
  after(ms: number, call: () => void): () => void;
  /** A call failed before it was open, because the two sides found no route to each other. */
  noWay(): void;
  /** Number of sockets to the peer server that are open or opening. */
  socketCount(): number;
};

/** The socket is closed after this time without calls or expectations. */
const IDLE_TIMEOUT_MS = 30_000;

type Refusal = 'not-a-device' | 'not-awaited' | 'not-welcome';
type Expectation = { awaited: AwaitedCall; on: AwaitEvents };

/** The expectation that matches a call, or the reason to refuse it. */
function expectationOf(
  expected: Iterable<Expectation>,
  { sender }: PeerOrigin,
  { purpose, reference }: PeerPayload,
): Expectation | Refusal {
  if (sender.kind !== 'device') return 'not-a-device';
  const fitting = [...expected].filter(
    ({ awaited }) => awaited.purpose === purpose && awaited.reference === reference,
  );
  return (
    fitting.find(({ awaited }) => awaited.isWelcome(sender.id)) ??
    (fitting.length === 0 ? 'not-awaited' : 'not-welcome')
  );
}

export function createPeers({ client, prepare, after, noWay, socketCount }: PeersDeps) {
  const expected = new Set<Expectation>();
  const calls = new Map<string, AdmittedCall>();
  const refused: Record<string, number> = {};
  let stopIdle: (() => void) | undefined;

  const keyOf = (from: PeerOrigin, { connection }: PeerPayload) => `${from.peerId} ${connection}`;

  function used(): void {
    stopIdle?.();
    stopIdle = undefined;
    if (expected.size === 0 && calls.size === 0) stopIdle = after(IDLE_TIMEOUT_MS, client.close);
  }

  /** Notifies the device that this connection is refused and must not be retried. */
  function hangUp({ peerId }: PeerOrigin, { connection, purpose, reference }: PeerPayload): void {
    client.send(peerId, { connection, purpose, reference, signal: { type: HANG_UP } });
  }

  /**
   * Sends a leave message to the peer. That ends all its connections, so it is sent only if the peer has no
   * other call and none is awaited. `past`: the expectation of the call that has just ended.
   */
  function leave({ peerId, sender }: PeerOrigin, past?: AwaitedCall): void {
    const isCalled = [...calls.values()].some((call) => call.peerId === peerId);
    const isAwaited = [...expected].some(({ awaited }) => awaited !== past && awaited.isWelcome(sender.id));
    if (!isCalled && !isAwaited) client.leave(peerId);
  }

  function take(from: PeerOrigin, payload: PeerPayload): void {
    const known = calls.get(keyOf(from, payload));
    if (known) known.signal(payload.signal);
    // Any other signal belongs to a connection that has ended.
    else if (payload.signal.type === 'offer') receiveCall(from, payload);
  }

  function receiveCall(from: PeerOrigin, payload: PeerPayload): void {
    const expectation = expectationOf(expected, from, payload);
    if (typeof expectation === 'string') {
      refused[expectation] = (refused[expectation] ?? 0) + 1;
      hangUp(from, payload);
      leave(from);
      return;
    }
    const { awaited, on } = expectation;
    const clientId = from.sender.id;
    const before = [...calls.values()].find((call) => call.awaited === awaited && call.clientId === clientId);
    const key = keyOf(from, payload);
    const { connection, purpose, reference } = payload;
    const call: AdmittedCall = createAdmittedCall({
      peerId: from.peerId,
      clientId,
      connection,
      awaited,
      on,
      prepare,
      after,
      send: (signal) => client.send(from.peerId, { connection, purpose, reference, signal }),
      over(how) {
        calls.delete(key);
        // The device notices the end of an open connection; it may retry one that could not be opened.
        if (how === 'ended' && !call.isOpen()) hangUp(from, payload);
        if ((how === 'unreachable' || how === 'broken') && !call.isOpen()) noWay();
        if (how !== 'left') leave(from, awaited);
        used();
      },
    });
    calls.set(key, call);
    used();
    // A device that calls again has lost its previous call.
    before?.end(before.isOpen() ? 'left' : 'ended');
    call.signal(payload.signal);
  }

  /** An open call needs no peer server, and its end is visible on the connection itself. */
  function gone(peerId: string): void {
    for (const call of [...calls.values()]) {
      if (call.peerId === peerId && !call.isOpen()) call.end('left');
    }
  }

  client.onSignal(take);
  client.onGone(gone);

  return {
    /** This tab's peer id, for actions that let devices call. Rejects with PeerFailure. */
    async address(): Promise<string> {
      used();
      await prepare();
      try {
        return await client.address();
      } catch (cause) {
        const isDown = !isAppError(cause) || cause.code === 'unreachable' || cause.code === 'server';
        throw new PeerFailure(isDown ? 'peer-server' : 'peer-configuration', { cause });
      } finally {
        used();
      }
    },
    /** Accepts calls of this kind until stopped; stopping closes them. */
    awaitCalls(awaited: AwaitedCall, on: AwaitEvents): () => void {
      const expectation = { awaited, on };
      expected.add(expectation);
      used();
      return () => {
        if (!expected.delete(expectation)) return;
        for (const call of [...calls.values()]) if (call.awaited === awaited) call.end('ended');
        used();
      };
    },
    counts: (): PeerCounts => ({ peers: calls.size, sockets: socketCount(), refused: { ...refused } }),
    /** Ends every call and closes the socket, because the page or the session ends. */
    closeAll(): void {
      for (const call of [...calls.values()]) call.end('ended');
      stopIdle?.();
      stopIdle = undefined;
      client.close();
    },
  };
}
