/**
 * A peer's side of the signalling (docs/peer-protocol.md): one socket to the peer server. It opens on first
 * use, and again under the same address after it breaks. Tutors' tabs and devices' agents share this code.
 */
import * as v from 'valibot';
import { backOffMs, jittered } from '#domain/back-off.ts';
import { AppError, isAppError } from '../app-error.ts';
import { createListeners } from '../observable.ts';
import { type FrameOfPeer, openPeerLink, type PeerLink, type PeerLinkDeps, textOf } from './peer-link.ts';
import { frameTypeOf, type PeerPayload, peerPayloadSchema } from './peer-payload.ts';
import { MAX_PEER_FRAME_BYTES, PEER_CLOSE, type PeerSender } from './peer-signalling.ts';

export type PeerClientDeps = PeerLinkDeps & {
  /** From 0 to 1. Spreads the attempts of many peers. */
  random(): number;
  /** Called for each frame that could not be parsed. */
  malformed?(): void;
};

export type PeerOrigin = { peerId: string; sender: PeerSender };

export type PeerClient = {
  /**
   * The address at which this peer can be called, once the socket is open. Rejects if the current attempt
   * fails; the next call tries again. The platform may assign another one later.
   */
  address(): Promise<string>;
  /** Sent in order, as soon as the socket is open. */
  send(dst: string, payload: PeerPayload): void;
  /** Hangs up on a peer, and drops the messages that are queued for it. */
  leave(dst: string): void;
  onSignal(call: (from: PeerOrigin, payload: PeerPayload) => void): () => void;
  /** A peer hung up, or did not receive what was sent to it. */
  onGone(call: (peerId: string) => void): () => void;
  /** Closes the socket and drops the queue. A later `address` or `send` reopens it under the same address. */
  close(): void;
};

const BACK_OFF = { minMs: 1_000, maxMs: 10_000 };
/** Offers and candidates for a whole class. Callers have given up older ones by then. */
const MAX_QUEUED = 4_000;

type Waiter = { resolve(peerId: string): void; reject(error: unknown): void };

export function createPeerClient(deps: PeerClientDeps): PeerClient {
  const signals = createListeners<[from: PeerOrigin, payload: PeerPayload]>();
  const hangUps = createListeners<[peerId: string]>();
  const waiters = new Set<Waiter>();
  let queue: { dst: string; text: string }[] = [];
  let peerId: string | undefined;
  let link: PeerLink | undefined;
  let stopPause: (() => void) | undefined;
  /** Attempts in a row of which none stayed open. */
  let failures = 0;

  function endPause(): void {
    stopPause?.();
    stopPause = undefined;
  }

  function connect(): void {
    if (link) return;
    endPause();
    link = openPeerLink(deps, peerId, {
      granted(granted) {
        peerId = granted;
      },
      opened,
      lasted() {
        failures = 0;
      },
      frame: received,
      malformed: () => deps.malformed?.(),
      failed,
      closed,
    });
  }

  function settle(outcome: { address: string } | { error: unknown }): void {
    const settled = [...waiters];
    waiters.clear();
    for (const waiter of settled) {
      if ('address' in outcome) waiter.resolve(outcome.address);
      else waiter.reject(outcome.error);
    }
  }

  function opened(): void {
    for (const { text } of queue.splice(0)) link?.send(text);
    if (peerId !== undefined) settle({ address: peerId });
  }

  function failed(error: unknown): void {
    link = undefined;
    settle({ error });
    // A person who has signed out has no session to connect with.
    if (!isAppError(error) || error.code !== 'unauthorized') retry();
    else queue = [];
  }

  function closed(code: number): void {
    link = undefined;
    if (code === PEER_CLOSE.replaced) peerId = undefined;
    // After these two ends the client reconnects at the next call only. A replaced peer then gets another
    // address, and the user may have signed in again by then.
    if (code === PEER_CLOSE.replaced || code === PEER_CLOSE.sessionEnded) queue = [];
    else retry();
  }

  function retry(): void {
    failures += 1;
    stopPause = deps.after(Math.round(jittered(backOffMs(failures, BACK_OFF), deps.random())), connect);
  }

  function received(frame: FrameOfPeer): void {
    if (!('sender' in frame)) {
      hangUps.tell(frame.src);
      return;
    }
    const payload = v.safeParse(peerPayloadSchema, frame.payload);
    if (payload.success) signals.tell({ peerId: frame.src, sender: frame.sender }, payload.output);
    else deps.malformed?.();
  }

  return {
    address() {
      if (link?.isOpen() && peerId !== undefined) return Promise.resolve(peerId);
      return new Promise((resolve, reject) => {
        waiters.add({ resolve, reject });
        connect();
      });
    },
    send(dst, payload) {
      const text = textOf({ type: frameTypeOf(payload.signal), dst, payload });
      // The server closes the socket for a frame that is too long, which would end this peer's other calls.
      if (text.length > MAX_PEER_FRAME_BYTES) return;
      if (link?.isOpen()) {
        link.send(text);
        return;
      }
      queue.push({ dst, text });
      if (queue.length > MAX_QUEUED) queue.shift();
      if (!stopPause) connect();
    },
    leave(dst) {
      queue = queue.filter((waiting) => waiting.dst !== dst);
      link?.send(textOf({ type: 'LEAVE', dst }));
    },
    onSignal: signals.subscribe,
    onGone: hangUps.subscribe,
    close() {
      endPause();
      failures = 0;
      queue = [];
      link?.drop();
      link = undefined;
      settle({ error: new AppError('aborted', 'the peer connection was closed') });
    },
  };
}
