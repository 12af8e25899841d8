import type { ByReason } from '#base/count-reason.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import { noTraffic, type Traffic } from './door/traffic.ts';

export type BrokerCounters = Traffic & {
  /** Currently open. */
  connections: Record<AccessTokenClaims['kind'], number>;
  /** Since the start. */
  connected: number;
  /** `packets`: invalid MQTT, or a packet that is not allowed at that point; it ends the connection. */
  refused: { connects: ByReason; packets: ByReason; publishes: ByReason; subscribes: ByReason };
  /** Accepted messages for the platform that it could not use. */
  dropped: ByReason;
  /** QoS 0 messages that were not forwarded because the receiver was too slow. */
  droppedForSlow: number;
  /** Messages that were not forwarded because they exceed the receiver's size limit. */
  droppedForSize: number;
  /** QoS 1 messages for which a session's queue had no room. */
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
