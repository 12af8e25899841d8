/** The rest of the tab's view of a device that has called. */
import type { PeerPurpose } from '#protocol/peer/peer-payload.ts';

/**
 * `left`: the device hung up. `ended`: this tab did. `broken`: the connection broke. `unreachable`: the
 * connection was lost before it was open.
 */
export type VisitEnd = 'left' | 'broken' | 'unreachable' | 'ended';

export type PeerVisitor = {
  /** The sender as identified by the peer server; `id` is the clientId. */
  sender: { kind: 'device'; id: string };
  connection: string;
  /** The device's stream; undefined until it arrives. */
  stream(): MediaStream | undefined;
  /** Calls immediately if there is a stream already. */
  onStream(call: (stream: MediaStream) => void): () => void;
  /**
   * For `files`: the negotiated channel. Undefined for other purposes, or if `AwaitEvents.channel` took it.
   */
  channel: RTCDataChannel | undefined;
  /** RTP senders of the tracks sent to the device. */
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
  /** The stream that is sent to the device. */
  sends?: MediaStream;
};

export type AwaitEvents = {
  /** A call is open. */
  visitor(visitor: PeerVisitor): void;
  /** A call of a welcome device failed before it was open, or was not open in time. */
  failed?(clientId: string): void;
  /**
   * For `files`: called in the task that created the channel, before it opens, because it can only be
   * transferred to a worker then. Returns true if it was transferred; the visitor then has none.
   */
  channel?(channel: RTCDataChannel, call: { clientId: string; connection: string }): boolean;
};

/** `refused`: counts by reason since the page was loaded. */
export type PeerCounts = { peers: number; sockets: number; refused: Readonly<Record<string, number>> };
