import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { ByReason } from '../count-reason.ts';
import { noTraffic, type Traffic } from './door/traffic.ts';

export type BrokerCounters = Traffic & {
  /** Open now. */
  connections: Record<AccessTokenClaims['kind'], number>;
  /** Since the start. */
  connected: number;
  /** `packets`: what is no MQTT, or not what may come then; it ends the connection. */
  refused: { connects: ByReason; packets: ByReason; publishes: ByReason; subscribes: ByReason };
  /** Accepted, but of no use to the platform, which they are for. */
  dropped: ByReason;
  /** Messages that were not forwarded because the receiver was too slow (QoS 0 only). */
  droppedForSlow: number;
  /** Messages that were not forwarded because they are larger than the receiver takes. */
  droppedForSize: number;
  /** QoS 1 messages that a session had no more room for. */
  droppedFromQueues: number;
};

export const createBrokerCounters = (): BrokerCounters => ({
  ...noTraffic(),
  connections: { tutor: 0, device: 0, runner: 0 },
  connected: 0,
  refused: { connects: {}, packets: {}, publishes: {}, subscribes: {} },
  dropped: {},
  droppedForSlow: 0,
  droppedForSize: 0,
  droppedFromQueues: 0,
});
