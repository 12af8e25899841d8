/**
 * What two peers say to each other through the peer server, in the `payload` of OFFER, ANSWER and CANDIDATE
 * (docs/peer-protocol.md). The device dials: it makes the connection's id and the first offer. The tutor waits at the
 * address that travelled in the action.
 */
import * as v from 'valibot';

/**
 * What the connection is for. `files`: `transferFiles` and `collectFiles`, on a data channel. `live`: a display of the
 * device for one tutor who looks at it. `source`: the same, for the tutor to pass on to others. `share`: what a tutor
 * shares, to the device.
 */
export const PEER_PURPOSES = ['files', 'live', 'source', 'share'] as const;
export type PeerPurpose = (typeof PEER_PURPOSES)[number];

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

export const peerPayloadSchema = v.object({
  /** One RTCPeerConnection; made by who dials. */
  connection: id,
  purpose: v.picklist(PEER_PURPOSES),
  /** `files`, `live`: the id of the action. `source`, `share`: the id of the screen-share session. */
  reference: id,
  /** A description, a candidate or a request to negotiate anew, as simple-peer gives and takes them. */
  signal: v.looseObject({ type: v.optional(v.pipe(v.string(), v.maxLength(32))) }),
});
export type PeerPayload = v.InferOutput<typeof peerPayloadSchema>;

/** The frame in which a signal travels: the `peer` package knows three. */
export const frameTypeOf = (signal: { type?: string | undefined }): 'OFFER' | 'ANSWER' | 'CANDIDATE' =>
  signal.type === 'offer' ? 'OFFER' : signal.type === 'answer' ? 'ANSWER' : 'CANDIDATE';

/**
 * The `type` of a signal that ends this one connection, and says that there shall be none in its place: LEAVE would end
 * every other between the two as well, and a connection that is not open yet tells nobody of its end.
 */
export const HANG_UP = 'hang-up';

/** Both sides make this data channel by themselves (`negotiated`), so that it can go to a worker unused. */
export const FILE_CHANNEL = { label: 'files', id: 100 } as const;

/** A call that is not open by then has failed. */
export const PEER_OPEN_MS = 15_000;
