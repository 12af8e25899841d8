/** What the debug view shows. All times are epoch ms on this machine's clock. */
import type { AuthType } from '#domain/devices/device-type.ts';
import type { Demand } from './demand.ts';

/** `at`: when it was sent last, epoch ms; `times`: how often the same was sent. */
export type SentDemand = { demand: Demand; at: number; times: number };

export type DebugRecord = {
  clientId: string;
  userId: string;
  authType: AuthType;
  firstSeenAt: number;
  lastUpdated: number;
  /** `hello`, `statuses` or a reply to a ping. */
  lastPingReceived?: number;
  lastWillReceived?: number;
  /** Since the last will; a ping ends it. */
  isOfflineByLastWill: boolean;
  /** Demands that went to this client alone, newest last. */
  demandsSent: readonly SentDemand[];
  /** Messages by kind. */
  feedbackReceived: Readonly<Record<string, number>>;
  /** Not offline, not gone by its last will, and with info. */
  wouldAppearOnline: boolean;
  onlineStatusChangedAt: number;
  isOffline: boolean;
  hasInfo: boolean;
  deviceType: string;
  hostname?: string;
  deviceId?: string;
  userName?: string;
  /** Since when pictures are asked of it. Absent: nobody looks at it. */
  picturesAskedAt?: number;
  lastPictureReceived?: number;
  /** What its clock is ahead of this machine's, as its newest record says; negative where it is behind. */
  clockAheadMs?: number;
};

/** Messages of one client that were dropped at the door, by reason, and when the last of them came. */
export type DroppedMessages = { counts: Readonly<Record<string, number>>; lastAt: number };

export type DebugReport = {
  groupDemands: readonly SentDemand[];
  /** Those that have left as well, until the data is cleared. */
  clients: readonly DebugRecord[];
  /** Messages dropped at the door since the worker started, by reason. */
  dropped: Readonly<Record<string, number>>;
  /** The same of those whose sender is known by the topic, by clientId, also of clients without a record. */
  droppedOf: Readonly<Record<string, DroppedMessages>>;
};
