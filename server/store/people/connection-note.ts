import type { EpochMs } from '#protocol/clock.ts';
import type { ConnectionEnd, ConnectionRefusal } from '#protocol/rest/reachability.ts';

/** A change of the connection of one client or runner. The store leaves absent fields as they are. */
export type ConnectionNote = {
  tenant: string;
  kind: 'device' | 'runner';
  id: string;
  connectedAt?: EpochMs;
  /** Null: the connection is open. */
  ended?: {
    at: EpochMs;
    why: ConnectionEnd;
    /** When the newest connection began that has ended: a later one, of another process, is still there. */
    since?: EpochMs;
  } | null;
  replaced?: { at: EpochMs; isElsewhere: boolean };
  refused?: { at: EpochMs; why: ConnectionRefusal };
};
