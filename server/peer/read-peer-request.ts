import * as v from 'valibot';
import { type PeerRequest, peerRequestSchema } from '#protocol/peer/peer-signalling.ts';

export type ReadRequest =
  | { name: 'ok'; request: PeerRequest }
  /** A type of a later protocol, or one that only the server sends. */
  | { name: 'unknown-type' }
  | { name: 'malformed' };

const TYPES: ReadonlySet<string> = new Set(['OFFER', 'ANSWER', 'CANDIDATE', 'LEAVE', 'HEARTBEAT']);

/** Parses a frame of a peer that can be serialised again. */
export function readPeerRequest(text: string): ReadRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
    // Deeply nested values can be parsed but not serialised.
    JSON.stringify(value);
  } catch {
    return { name: 'malformed' };
  }
  const type = (value as { type?: unknown } | null)?.type;
  if (typeof type === 'string' && !TYPES.has(type)) return { name: 'unknown-type' };
  const parsed = v.safeParse(peerRequestSchema, value);
  return parsed.success ? { name: 'ok', request: parsed.output } : { name: 'malformed' };
}
