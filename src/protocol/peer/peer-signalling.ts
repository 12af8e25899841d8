/**
 * How two peers find each other (docs/peer-protocol.md). First a ticket of the auth
 * service, then a WebSocket to PEER_SERVER with frames of JSON text, in the format of the `peer` package.
 */
import * as v from 'valibot';

/** Closed when no HEARTBEAT came for so long. */
export const PEER_SILENCE_MS = 90_000;
/** How long frames wait for a peer who is not there. */
export const PEER_HOLD_MS = 5_000;
export const PEER_TICKET_LIFETIME_MS = 30_000;
/** A socket ends after it, whatever it does. */
export const PEER_SOCKET_LIFETIME_MS = 12 * 3_600_000;
/** A longer frame closes the socket with 1009. */
export const MAX_PEER_FRAME_BYTES = 64 * 1024;

/** Why the server closed a socket that it had opened; 1008 is a refusal, 1001 the server's own end. */
export const PEER_CLOSE = {
  /** The same peer came again with a new socket: do not come back for this one. */
  replaced: 4000,
  /** Who asked for the ticket has signed out. */
  sessionEnded: 4001,
  silent: 4002,
  /** It was open for `PEER_SOCKET_LIFETIME_MS`; come again with a new ticket. */
  tooOld: 4003,
} as const;

/** Made by the server only: no one can guess or choose one. */
const peerIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** `POST AUTH_URL/peer-tickets`. With `peerId` the ticket is for a peer that exists, and only its owner gets one. */
export const peerTicketBodySchema = v.object({ peerId: v.optional(peerIdSchema) });
/** Good once. `expiresAt`: epoch milliseconds. */
export const peerTicketSchema = v.object({ ticket: v.string(), peerId: peerIdSchema, expiresAt: v.number() });
export type PeerTicket = v.InferOutput<typeof peerTicketSchema>;

const address = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const payload = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Expected an object',
);
const signal = v.picklist(['OFFER', 'ANSWER', 'CANDIDATE']);

/** What a peer sends. `payload` is for the other peer alone; the server does not look into it. */
export const peerRequestSchema = v.variant('type', [
  v.object({ type: signal, dst: address, payload }),
  v.object({ type: v.literal('LEAVE'), dst: address }),
  v.object({ type: v.literal('HEARTBEAT') }),
]);
export type PeerRequest = v.InferOutput<typeof peerRequestSchema>;

const refusal = v.object({ msg: v.string() });

/** Who holds the address that a frame came from, as the server knows them: the tutor's id, or the client's. */
export const peerSenderSchema = v.object({ kind: v.picklist(['tutor', 'device']), id: v.string() });
export type PeerSender = v.InferOutput<typeof peerSenderSchema>;

/** What a peer gets. `src` and `sender` are who really sent it, whatever they wrote. */
export const peerFrameSchema = v.variant('type', [
  v.object({ type: v.literal('OPEN') }),
  v.object({ type: signal, src: address, dst: address, payload, sender: peerSenderSchema }),
  v.object({ type: v.literal('LEAVE'), src: address, dst: address }),
  /** Nobody took what was sent to `src`. */
  v.object({ type: v.literal('EXPIRE'), src: address, dst: address }),
  v.object({ type: v.picklist(['ERROR', 'ID-TAKEN']), payload: refusal }),
]);
export type PeerFrame = v.InferOutput<typeof peerFrameSchema>;

/** `peerServer`: the address of the site (`site-address.ts`). */
export function peerSocketUrl(
  peerServer: string,
  { tenant, peerId, ticket }: { tenant: string; peerId: string; ticket: string },
): string {
  return `${peerServer}?${new URLSearchParams({ key: tenant, id: peerId, token: ticket })}`;
}
