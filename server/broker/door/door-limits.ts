/** Limits per client and for all sessions. */
export type DoorLimits = {
  maxPacketBytes: number;
  maxKeepAliveS: number;
  maxSessionExpiryS: number;
  maxWillDelayMs: number;
  /** Maximum number and bytes of queued messages per session. */
  maxQueuedMessages: number;
  maxQueuedBytes: number;
  /** Maximum number of sessions and last wills without a connection. */
  maxPendingSessions: number;
  connectTimeoutMs: number;
};
