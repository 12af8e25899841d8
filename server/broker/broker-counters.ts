import type { AccessTokenClaims } from '#protocol/access-token.ts';
import { noTraffic, type Traffic } from './traffic.ts';

type ByReason = Record<string, number>;
export type BrokerCounters = Traffic & {
  /** Open now. */
  connections: Record<AccessTokenClaims['kind'], number>;
  /** Since the start. */
  connected: number;
  refused: { connects: ByReason; publishes: ByReason; subscribes: ByReason };
  /** Not forwarded: the receiver was too slow (QoS 0 only). */
  droppedForSlow: number;
  /** QoS 1 messages that a session had no more room for. */
  droppedFromQueues: number;
};

export const createCounters = (): BrokerCounters => ({
  ...noTraffic(),
  connections: { tutor: 0, device: 0, runner: 0 },
  connected: 0,
  refused: { connects: {}, publishes: {}, subscribes: {} },
  droppedForSlow: 0,
  droppedFromQueues: 0,
});

export const countReason = (reasons: ByReason, reason: string): void => {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
};
