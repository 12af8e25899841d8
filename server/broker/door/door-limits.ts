/** What the door allows one client, and the sessions of all. */
export type DoorLimits = {
  maxPacketBytes: number;
  maxKeepAliveS: number;
  maxSessionExpiryS: number;
  maxWillDelayMs: number;
  /** How many messages, and bytes, may wait in one session. */
  maxQueuedMessages: number;
  maxQueuedBytes: number;
  /** How many sessions and last wills may outlive their connections. */
  maxPendingSessions: number;
  connectTimeoutMs: number;
};
