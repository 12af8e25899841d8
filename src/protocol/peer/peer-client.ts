/**
 * A peer's side of the signalling (docs/peer-protocol.md): one socket to the peer server, opened when it is first
 * needed, and opened again under the same address when it breaks. Tutors' tabs and devices' agents share it.
 */
import * as v from 'valibot';
import { AppError, isAppError } from '../app-error.ts';
import { frameTypeOf, type PeerPayload, peerPayloadSchema } from './peer-payload.ts';
import {
  MAX_PEER_FRAME_BYTES,
  PEER_CLOSE,
  type PeerFrame,
  type PeerRequest,
  type PeerSender,
  type PeerTicket,
  peerFrameSchema,
} from './peer-signalling.ts';

export type PeerSocket = { send(text: string): void; close(): void };

export type PeerClientDeps = {
  /** Rejects with `forbidden` where the address is not this peer's (any more), with `unauthorized` when signed out. */
  ticket(peerId?: string): Promise<PeerTicket>;
  url(ticket: PeerTicket): string;
  /** `closed` comes once for a socket that could not be opened, too; not after `close`, or it is ignored. */
  open(url: string, on: { message(text: string): void; closed(code: number): void }): PeerSocket;
  /** A timer; returns its stop. */
  after(ms: number, call: () => void): () => void;
  random(): number;
  /** Told of each frame that made no sense. */
  malformed?(): void;
};

export type PeerOrigin = { peerId: string; sender: PeerSender };

export type PeerClient = {
  /**
   * Where this peer can be called, once it can. Rejects when the attempt at hand fails; a later call tries again at
   * once. It is the same as before, unless the platform has given another.
   */
  address(): Promise<string>;
  /** Goes out when the socket is open, in order. */
  send(dst: string, payload: PeerPayload): void;
  /** Hangs up on a peer: nothing that waits for it is sent any more. */
  leave(dst: string): void;
  onSignal(call: (from: PeerOrigin, payload: PeerPayload) => void): () => void;
  /** A peer hung up, or did not take what was sent to it. */
  onGone(call: (peerId: string) => void): () => void;
  /** Lets go of the socket and of what waits. A later `address` or `send` opens it again, under the same address. */
  close(): void;
};

const HEARTBEAT_MS = 5_000;
const OPEN_WITHIN_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
/** Offers and candidates for a whole class; what is older has been given up by then. */
const MAX_QUEUED = 4_000;

/** One attempt, and the socket that came of it. */
type Link = { socket?: PeerSocket; isOpen: boolean; stopTimer?: () => void; refusal?: string };
type Waiter = { resolve(peerId: string): void; reject(error: unknown): void };

export function createPeerClient(deps: PeerClientDeps): PeerClient {
  const onSignal = new Set<(from: PeerOrigin, payload: PeerPayload) => void>();
  const onGone = new Set<(peerId: string) => void>();
  const waiters = new Set<Waiter>();
  let queue: { dst: string; text: string }[] = [];
  let peerId: string | undefined;
  let link: Link | undefined;
  let stopPause: (() => void) | undefined;
  /** Attempts in a row of which none stayed open. */
  let failures = 0;

  function connect(): void {
    if (link) return;
    stopPause?.();
    stopPause = undefined;
    link = { isOpen: false };
    void open(link);
  }

  async function ticketOf(known: string | undefined): Promise<PeerTicket> {
    try {
      return await deps.ticket(known);
    } catch (error) {
      if (known === undefined || !isAppError(error) || error.code !== 'forbidden') throw error;
      // The address belongs to another sign-in.
      return deps.ticket();
    }
  }

  async function open(attempt: Link): Promise<void> {
    try {
      const ticket = await ticketOf(peerId);
      if (link !== attempt) return;
      peerId = ticket.peerId;
      attempt.stopTimer = deps.after(OPEN_WITHIN_MS, () =>
        failed(attempt, unreachable('it does not answer')),
      );
      attempt.socket = deps.open(deps.url(ticket), {
        message: (text) => link === attempt && received(attempt, text),
        closed: (code) => link === attempt && closed(attempt, code),
      });
    } catch (error) {
      if (link === attempt) failed(attempt, error);
    }
  }

  function drop(attempt: Link): void {
    link = undefined;
    attempt.stopTimer?.();
    attempt.socket?.close();
  }

  function settle(outcome: { address: string } | { error: unknown }): void {
    const settled = [...waiters];
    waiters.clear();
    for (const waiter of settled) {
      if ('address' in outcome) waiter.resolve(outcome.address);
      else waiter.reject(outcome.error);
    }
  }

  function failed(attempt: Link, error: unknown): void {
    drop(attempt);
    settle({ error });
    // Whoever is signed out has nothing to come back to.
    if (!isAppError(error) || error.code !== 'unauthorized') retry();
    else queue = [];
  }

  function retry(): void {
    failures += 1;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
    // Each takes another share of it: a school does not come back in one instant.
    stopPause = deps.after(Math.round(longest * (0.5 + deps.random() * 0.5)), connect);
  }

  function closed(attempt: Link, code: number): void {
    if (!attempt.isOpen) {
      failed(attempt, unreachable(attempt.refusal ?? `the socket was closed with ${code}`));
      return;
    }
    drop(attempt);
    if (code === PEER_CLOSE.replaced) peerId = undefined;
    // Both wait for the next use: the one has another address then, the other perhaps another session.
    if (code === PEER_CLOSE.replaced || code === PEER_CLOSE.sessionEnded) queue = [];
    else retry();
  }

  function opened(attempt: Link, socket: PeerSocket): void {
    attempt.isOpen = true;
    beatLater(attempt, socket);
    for (const { text } of queue.splice(0)) socket.send(text);
    if (peerId !== undefined) settle({ address: peerId });
  }

  function beatLater(attempt: Link, socket: PeerSocket): void {
    attempt.stopTimer?.();
    attempt.stopTimer = deps.after(HEARTBEAT_MS, () => {
      failures = 0;
      socket.send(textOf({ type: 'HEARTBEAT' }));
      beatLater(attempt, socket);
    });
  }

  function received(attempt: Link, text: string): void {
    const frame = readFrame(text);
    if (frame === undefined) deps.malformed?.();
    else if (frame.type === 'OPEN') {
      if (attempt.socket && !attempt.isOpen) opened(attempt, attempt.socket);
    } else if (!('src' in frame)) attempt.refusal = frame.payload.msg;
    else if ('sender' in frame) signalled({ peerId: frame.src, sender: frame.sender }, frame.payload);
    else for (const call of [...onGone]) call(frame.src);
  }

  function signalled(from: PeerOrigin, said: unknown): void {
    const payload = v.safeParse(peerPayloadSchema, said);
    if (!payload.success) deps.malformed?.();
    else for (const call of [...onSignal]) call(from, payload.output);
  }

  return {
    address() {
      if (link?.isOpen && peerId !== undefined) return Promise.resolve(peerId);
      return new Promise((resolve, reject) => {
        waiters.add({ resolve, reject });
        connect();
      });
    },
    send(dst, payload) {
      const text = textOf({ type: frameTypeOf(payload.signal), dst, payload });
      // It would cost everybody the socket.
      if (text.length > MAX_PEER_FRAME_BYTES) return;
      if (link?.isOpen) {
        link.socket?.send(text);
        return;
      }
      queue.push({ dst, text });
      if (queue.length > MAX_QUEUED) queue.shift();
      if (!stopPause) connect();
    },
    leave(dst) {
      queue = queue.filter((waiting) => waiting.dst !== dst);
      if (link?.isOpen) link.socket?.send(textOf({ type: 'LEAVE', dst }));
    },
    onSignal(call) {
      onSignal.add(call);
      return () => void onSignal.delete(call);
    },
    onGone(call) {
      onGone.add(call);
      return () => void onGone.delete(call);
    },
    close() {
      stopPause?.();
      stopPause = undefined;
      failures = 0;
      queue = [];
      if (link) drop(link);
      settle({ error: new AppError('aborted', 'the peer connection was closed') });
    },
  };
}

const textOf = (request: PeerRequest) => JSON.stringify(request);

const unreachable = (why: string) => new AppError('unreachable', `no peer server: ${why}`);

function readFrame(text: string): PeerFrame | undefined {
  try {
    const parsed = v.safeParse(peerFrameSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
