/**
 * Messages between two peers through the peer server, in the `payload` of OFFER, ANSWER and CANDIDATE
 * (docs/peer-protocol.md). The device calls: it makes the connection's id and the first offer. The tutor
 * waits at the address that was sent in the action.
 */
import * as v from 'valibot';

/**
 * Purpose of a connection. `files`: `transferFiles` and `collectFiles`, on a data channel. `live`: a display
 * of the device for one tutor. `source`: a display of the device, which the tutor passes on to others.
 * `share`: the screen that a tutor shares, to the device.
 */
export const PEER_PURPOSES = ['files', 'live', 'source', 'share'] as const;
export type PeerPurpose = (typeof PEER_PURPOSES)[number];

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

export const peerPayloadSchema = v.object({
  /** Id of one RTCPeerConnection. The device chooses it, because the device calls. */
  connection: id,
  purpose: v.picklist(PEER_PURPOSES),
  /** `files`, `live`: the id of the action. `source`, `share`: the id of the screen-share session. */
  reference: id,
  /** A description, a candidate or a request to renegotiate, in the format of simple-peer. */
  signal: v.looseObject({ type: v.optional(v.pipe(v.string(), v.maxLength(32))) }),
});
export type PeerPayload = v.InferOutput<typeof peerPayloadSchema>;

/** The frame in which a signal travels, because the `peer` package has only these three. */
export const frameTypeOf = (signal: { type?: string | undefined }): 'OFFER' | 'ANSWER' | 'CANDIDATE' =>
  signal.type === 'offer' ? 'OFFER' : signal.type === 'answer' ? 'ANSWER' : 'CANDIDATE';

/**
 * The `type` of a signal that ends this one connection without a replacement. LEAVE would also end every
 * other connection between the two peers. A connection that is not open yet cannot report its own end.
 */
export const HANG_UP = 'hang-up';

/** Device and tutor each create this channel (`negotiated`), so that it can go to a worker unused. */
export const FILE_CHANNEL = { label: 'files', id: 100 } as const;

/** A call that is not open after this time has failed. */
export const PEER_OPEN_MS = 15_000;
