/** Content of the debug view. All times are epoch ms on this machine's clock. */
import type { AuthType } from '#domain/devices/device-type.ts';
import type { Demand } from './demand.ts';

/** `at`: when it was last sent, epoch ms; `times`: how often the same demand was sent. */
export type SentDemand = { demand: Demand; at: number; times: number };

export type DebugRecord = {
  clientId: string;
  userId: string;
  authType: AuthType;
  firstSeenAt: number;
  lastUpdated: number;
  /** Time of the last `hello`, `statuses` or reply to a ping. */
  lastPingReceived?: number;
  lastWillReceived?: number;
  /** Set by a last will; a ping clears it. */
  isOfflineByLastWill: boolean;
  /** Demands that were sent to this client alone, newest last. */
  demandsSent: readonly SentDemand[];
  /** Number of messages by kind. */
  feedbackReceived: Readonly<Record<string, number>>;
  /** The device is neither offline nor gone by its last will, and its info is known. */
  wouldAppearOnline: boolean;
  onlineStatusChangedAt: number;
  isOffline: boolean;
  hasInfo: boolean;
  deviceType: string;
  hostname?: string;
  deviceId?: string;
  userName?: string;
  /** Since when pictures of the client have been requested. Absent: no view needs them. */
  picturesAskedAt?: number;
  lastPictureReceived?: number;
  /** How far its newest record says its clock is ahead of this machine's; negative if it is behind. */
  clockAheadMs?: number;
};

/** Messages of one client that were dropped on arrival, by reason, and when the last of them came. */
export type DroppedMessages = { counts: Readonly<Record<string, number>>; lastAt: number };

export type DebugReport = {
  groupDemands: readonly SentDemand[];
  /** Includes clients that have left, until the data is cleared. */
  clients: readonly DebugRecord[];
  /** Messages dropped on arrival since the worker started, by reason. */
  dropped: Readonly<Record<string, number>>;
  /** Dropped messages by the clientId in the topic, also of clients without a record. */
  droppedOf: Readonly<Record<string, DroppedMessages>>;
};
