import type { EpochMs } from '#protocol/clock.ts';
import type { ConnectionEnd, ConnectionRefusal } from '#protocol/rest/reachability.ts';

/** The changes of one client or runner. An absent field is left unchanged. */
export type ConnectionNote = {
  tenant: string;
  kind: 'device' | 'runner';
  id: string;
  connectedAt?: EpochMs;
  /** Null: the connection is open. */
  ended?: {
    at: EpochMs;
    why: ConnectionEnd;
    /** When the ended connection began. A later connection, in another process, is still open. */
    since?: EpochMs;
  } | null;
  replaced?: { at: EpochMs; isElsewhere: boolean };
  refused?: { at: EpochMs; why: ConnectionRefusal };
};
