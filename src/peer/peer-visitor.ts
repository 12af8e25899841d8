/** What the rest of the tab sees of a device that has called. */
import type { PeerPurpose } from '#protocol/peer/peer-payload.ts';

/**
 * `left`: the device hung up. `ended`: this tab did. `broken`: the connection broke. `unreachable`: it was lost before
 * it was used, so that none could be made.
 */
export type VisitEnd = 'left' | 'broken' | 'unreachable' | 'ended';

export type PeerVisitor = {
  /** As the peer server knows it; `id` is the clientId. */
  sender: { kind: 'device'; id: string };
  connection: string;
  /** What it sends, once it does. */
  stream(): MediaStream | undefined;
  /** Called at once where there is a stream already. */
  onStream(call: (stream: MediaStream) => void): () => void;
  /** For `files`: the negotiated channel. Undefined for other purposes, and where `AwaitEvents.channel` took it. */
  channel: RTCDataChannel | undefined;
  /** Of what is sent to it. */
  senders(): readonly RTCRtpSender[];
  /** Never rejects. */
  closed: Promise<VisitEnd>;
  close(): void;
  stats(): Promise<RTCStatsReport>;
};

export type AwaitedCall = {
  purpose: PeerPurpose;
  /** The id of the action (`files`, `live`) or of the session (`source`, `share`). */
  reference: string;
  isWelcome(clientId: string): boolean;
  /** What the device gets to see. */
  sends?: MediaStream;
};

export type AwaitEvents = {
  /** A call is open. */
  visitor(visitor: PeerVisitor): void;
  /** A call of a welcome device was not open in time, or broke before. */
  failed?(clientId: string): void;
  /**
   * For `files`: called in the very task in which the channel was made, before it is open. Only now can it be
   * transferred to a worker. True: it was, and the visitor has none.
   */
  channel?(channel: RTCDataChannel, call: { clientId: string; connection: string }): boolean;
};

/** `refused`: by reason, since the page was loaded. */
export type PeerCounts = { peers: number; sockets: number; refused: Readonly<Record<string, number>> };
