type ByReason = Record<string, number>;

export type PeerCounters = {
  /** Currently open. */
  sockets: Record<'tutor' | 'device', number>;
  /** Since the start. */
  opened: number;
  /** Frames that reached another peer. */
  relayed: number;
  /** Frames that wait for a peer now. */
  held: number;
  /** Notices to senders that their frames have expired. */
  expired: number;
  /** `frames` also counts frames that were then held, as if the other peer were not connected. */
  refused: { sockets: ByReason; frames: ByReason };
  /** Sockets that the server closed. */
  ended: ByReason;
};

export const createPeerCounters = (): PeerCounters => ({
  sockets: { tutor: 0, device: 0 },
  opened: 0,
  relayed: 0,
  held: 0,
  expired: 0,
  refused: { sockets: {}, frames: {} },
  ended: {},
});
