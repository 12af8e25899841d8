/** Limits of the peer server per peer, and per tutor or device. */
import {
  MAX_PEER_FRAME_BYTES,
  PEER_HOLD_MS,
  PEER_SILENCE_MS,
  PEER_SOCKET_LIFETIME_MS,
} from '#protocol/peer/peer-signalling.ts';
import type { HoldLimits } from './held-frames.ts';
import type { LinkLimits } from './peer-link.ts';

export type PeerLimits = Omit<LinkLimits, 'framesPerMinute'> &
  HoldLimits & {
    maxFrameBytes: number;
    maxPendingBytes: number;
    framesPerMinute: Record<'tutor' | 'device', number>;
    socketsPerSubject: Record<'tutor' | 'device', number>;
    /** Interval of the checks of age and expiry. */
    sweepMs: number;
  };
export const PEER_LIMITS: PeerLimits = {
  silenceMs: PEER_SILENCE_MS,
  lifetimeMs: PEER_SOCKET_LIFETIME_MS,
  // An offer and a dozen candidates for each of 400 devices.
  framesPerMinute: { tutor: 6_000, device: 1_200 },
  maxBacklogBytes: 4 * 1024 * 1024,
  holdMs: PEER_HOLD_MS,
  maxHeldOfSender: 1_000,
  maxHeldBytes: 32 * 1024 * 1024,
  // An offer and its candidates for each of several hundred devices that are connecting.
  maxHeldBytesOfSubject: 8 * 1024 * 1024,
  maxFrameBytes: MAX_PEER_FRAME_BYTES,
  maxPendingBytes: 4 * 1024 * 1024,
  // A console has one per tab. A device has one, but may reconnect before its old socket is closed.
  socketsPerSubject: { tutor: 32, device: 8 },
  sweepMs: 500,
};
