/** One attempt to reach the peer server, and the socket it leads to: ticket, greeting, heartbeats, end. */
import * as v from 'valibot';
import { AppError, isAppError } from '../app-error.ts';
import { type PeerFrame, type PeerRequest, type PeerTicket, peerFrameSchema } from './peer-signalling.ts';

export type PeerSocket = { send(text: string): void; close(): void };

export type PeerLinkDeps = {
  /** Rejects with `forbidden` if the address is not this peer's (any more), `unauthorized` if signed out. */
  ticket(peerId?: string): Promise<PeerTicket>;
  url(ticket: PeerTicket): string;
  /** `closed` is called once, also for a socket that could not be opened. After `close` it is ignored. */
  open(url: string, on: { message(text: string): void; closed(code: number): void }): PeerSocket;
  /** Starts a timer; the returned function stops it. */
  after(ms: number, call: () => void): () => void;
};

/** A frame that another peer caused. */
export type FrameOfPeer = Extract<PeerFrame, { src: string }>;

/** The last event is either `failed` or `closed`; neither follows `drop`. */
export type PeerLinkEvents = {
  /** The address that the platform has granted. */
  granted(peerId: string): void;
  opened(): void;
  /** The socket has stayed open until the first heartbeat. */
  lasted(): void;
  frame(frame: FrameOfPeer): void;
  malformed(): void;
  /** The socket did not open. */
  failed(error: unknown): void;
  /** The peer server closed the open socket. */
  closed(code: number): void;
};

export type PeerLink = {
  /** The peer server has greeted, so messages now arrive. */
  isOpen(): boolean;
  /** Does nothing if the socket is not open. */
  send(text: string): void;
  drop(): void;
};

const HEARTBEAT_INTERVAL_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;

type State =
  /** `refusal`: the server's reason for not greeting. */
  | { name: 'opening'; socket?: PeerSocket; refusal?: string }
  | { name: 'open'; socket: PeerSocket }
  | { name: 'over' };

/** `known`: this peer's earlier address. */
export function openPeerLink(deps: PeerLinkDeps, known: string | undefined, on: PeerLinkEvents): PeerLink {
  let state: State = { name: 'opening' };
  let stopTimer = () => {};

  const isOver = () => state.name === 'over';

  function drop(): void {
    const socket = state.name === 'over' ? undefined : state.socket;
    state = { name: 'over' };
    stopTimer();
    socket?.close();
  }

  function fail(error: unknown): void {
    drop();
    on.failed(error);
  }

  async function ticketOf(): Promise<PeerTicket> {
    try {
      return await deps.ticket(known);
    } catch (error) {
      if (known === undefined || !isAppError(error) || error.code !== 'forbidden') throw error;
      // The known address belongs to another sign-in.
      return deps.ticket();
    }
  }

  async function open(): Promise<void> {
    const ticket = await ticketOf();
    if (isOver()) return;
    on.granted(ticket.peerId);
    stopTimer = deps.after(CONNECT_TIMEOUT_MS, () => fail(unreachable('it does not answer')));
    const socket = deps.open(deps.url(ticket), {
      message: (text) => isOver() || received(text),
      closed: (code) => isOver() || closed(code),
    });
    if (state.name === 'opening') state.socket = socket;
  }

  function received(text: string): void {
    const frame = readFrame(text);
    if (frame === undefined) on.malformed();
    else if ('src' in frame) on.frame(frame);
    else if (state.name !== 'opening') return;
    else if (frame.type !== 'OPEN') state.refusal = frame.payload.msg;
    else if (state.socket) greeted(state.socket);
  }

  function greeted(socket: PeerSocket): void {
    state = { name: 'open', socket };
    beatLater(socket);
    on.opened();
  }

  function beatLater(socket: PeerSocket): void {
    stopTimer();
    stopTimer = deps.after(HEARTBEAT_INTERVAL_MS, () => {
      on.lasted();
      socket.send(textOf({ type: 'HEARTBEAT' }));
      beatLater(socket);
    });
  }

  function closed(code: number): void {
    if (state.name === 'opening') {
      fail(unreachable(state.refusal ?? `the socket was closed with ${code}`));
      return;
    }
    drop();
    on.closed(code);
  }

  open().catch((error: unknown) => isOver() || fail(error));

  return {
    isOpen: () => state.name === 'open',
    send(text) {
      if (state.name === 'open') state.socket.send(text);
    },
    drop,
  };
}

export const textOf = (request: PeerRequest) => JSON.stringify(request);

const unreachable = (why: string) => new AppError('unreachable', `no peer server: ${why}`);

function readFrame(text: string): PeerFrame | undefined {
  try {
    const parsed = v.safeParse(peerFrameSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
