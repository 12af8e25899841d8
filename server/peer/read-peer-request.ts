import * as v from 'valibot';
import { type PeerRequest, peerRequestSchema } from '#protocol/peer/peer-signalling.ts';

export type ReadRequest =
  | { name: 'ok'; request: PeerRequest }
  /** Of a later protocol, or what only the server says. */
  | { name: 'unknown-type' }
  | { name: 'malformed' };

const TYPES: ReadonlySet<string> = new Set(['OFFER', 'ANSWER', 'CANDIDATE', 'LEAVE', 'HEARTBEAT']);

/** Reads a frame of a peer, so that what comes out can be written again as it is. */
export function readPeerRequest(text: string): ReadRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
    // Levels upon levels can be read, but not written.
    JSON.stringify(value);
  } catch {
    return { name: 'malformed' };
  }
  const type = (value as { type?: unknown } | null)?.type;
  if (typeof type === 'string' && !TYPES.has(type)) return { name: 'unknown-type' };
  const parsed = v.safeParse(peerRequestSchema, value);
  return parsed.success ? { name: 'ok', request: parsed.output } : { name: 'malformed' };
}
