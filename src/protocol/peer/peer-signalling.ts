/**
 * Signalling between peers (docs/peer-protocol.md): a ticket of the auth service, then a WebSocket to
 * PEER_SERVER with frames of JSON text, in the format of the `peer` package.
 */
import * as v from 'valibot';

/** The server closes a socket after this time without a HEARTBEAT. */
export const PEER_SILENCE_MS = 90_000;
/** How long the server holds frames for a peer that is not connected. */
export const PEER_HOLD_MS = 5_000;
export const PEER_TICKET_LIFETIME_MS = 30_000;
/** The server closes a socket after this time, whatever it does. */
export const PEER_SOCKET_LIFETIME_MS = 12 * 3_600_000;
/** A longer frame closes the socket with 1009. */
export const MAX_PEER_FRAME_BYTES = 64 * 1024;

/** Reasons of the server for closing an open socket. 1008 is a refusal; with 1001 the server itself stops. */
export const PEER_CLOSE = {
  /** The peer has opened a newer socket, so the owner of this one must not reconnect. */
  replaced: 4000,
  /** The person who requested the ticket has signed out. */
  sessionEnded: 4001,
  silent: 4002,
  /** The socket was open for `PEER_SOCKET_LIFETIME_MS`. The peer may reconnect with a new ticket. */
  tooOld: 4003,
} as const;

/** Made by the server only, so that an address can neither be guessed nor chosen. */
const peerIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** `POST AUTH_URL/peer-tickets`. With `peerId` the ticket is for an existing peer, and only for its owner. */
export const peerTicketBodySchema = v.object({ peerId: v.optional(peerIdSchema) });
/** Valid once. `expiresAt`: epoch milliseconds. */
export const peerTicketSchema = v.object({ ticket: v.string(), peerId: peerIdSchema, expiresAt: v.number() });
export type PeerTicket = v.InferOutput<typeof peerTicketSchema>;

const address = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const payload = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Expected an object',
);
const signal = v.picklist(['OFFER', 'ANSWER', 'CANDIDATE']);

/** Frames from a peer. `payload` is for the other peer alone; the server does not read it. */
export const peerRequestSchema = v.variant('type', [
  v.object({ type: signal, dst: address, payload }),
  v.object({ type: v.literal('LEAVE'), dst: address }),
  v.object({ type: v.literal('HEARTBEAT') }),
]);
export type PeerRequest = v.InferOutput<typeof peerRequestSchema>;

const refusal = v.object({ msg: v.string() });

/** Owner of the address from which a frame came, as the server knows it: the tutor's id, or the client's. */
export const peerSenderSchema = v.object({ kind: v.picklist(['tutor', 'device']), id: v.string() });
export type PeerSender = v.InferOutput<typeof peerSenderSchema>;

/** Frames to a peer. The server sets `src` and `sender`, whatever the sending peer wrote. */
export const peerFrameSchema = v.variant('type', [
  v.object({ type: v.literal('OPEN') }),
  v.object({ type: signal, src: address, dst: address, payload, sender: peerSenderSchema }),
  v.object({ type: v.literal('LEAVE'), src: address, dst: address }),
  /** No peer received what was sent to `src`. */
  v.object({ type: v.literal('EXPIRE'), src: address, dst: address }),
  v.object({ type: v.picklist(['ERROR', 'ID-TAKEN']), payload: refusal }),
]);
export type PeerFrame = v.InferOutput<typeof peerFrameSchema>;

/** `peerServer`: the site's address (`site-address.ts`). */
export function peerSocketUrl(
  peerServer: string,
  { tenant, peerId, ticket }: { tenant: string; peerId: string; ticket: string },
): string {
  return `${peerServer}?${new URLSearchParams({ key: tenant, id: peerId, token: ticket })}`;
}
