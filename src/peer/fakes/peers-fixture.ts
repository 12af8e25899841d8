import { vi } from 'vitest';
import type { PeerOrigin } from '#protocol/peer/peer-client.ts';
import type { PeerPayload, PeerPurpose } from '#protocol/peer/peer-payload.ts';
import { createPeers } from '../create-peers.ts';
import type { AwaitedCall, PeerVisitor } from '../peer-visitor.ts';
import { createFakeNewPeer, createFakePeerClient } from './fake-peers.ts';

function after(ms: number, call: () => void) {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** The peers of a tab, with signalling and connections controlled by the test. Needs fake timers. */
export function setUpPeers() {
  const signalling = createFakePeerClient();
  const { newPeer, peers: made } = createFakeNewPeer();
  let prepare = async () => ({ iceServers: [{ urls: 'stun:own:3478' }], newPeer });
  const noWay = vi.fn();
  const peers = createPeers({
    client: signalling.client,
    after,
    noWay,
    prepare: () => prepare(),
    socketCount: () => 1,
  });
  const visitors: PeerVisitor[] = [];
  const failed: string[] = [];
  /** Awaits calls, by default for `live` with the reference `a1`. */
  const awaitCall = (call: Partial<AwaitedCall> = {}) =>
    peers.awaitCalls(
      { purpose: 'live', reference: 'a1', isWelcome: (id) => id.startsWith('class'), ...call },
      { visitor: (visitor) => visitors.push(visitor), failed: (clientId) => failed.push(clientId) },
    );
  const prepares = (next: typeof prepare) => {
    prepare = next;
  };
  return { signalling, peers, made, visitors, failed, awaitCall, prepares, noWay };
}

export const device = (id: string, peerId = `peer-${id}`): PeerOrigin => ({
  peerId,
  sender: { kind: 'device', id },
});
export const says = (
  type: string,
  { connection = 'c1', purpose = 'live' as PeerPurpose, reference = 'a1' } = {},
): PeerPayload => ({ connection, purpose, reference, signal: { type } });
export const settled = () => vi.advanceTimersByTimeAsync(0);
