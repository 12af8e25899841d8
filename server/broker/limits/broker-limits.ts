/** Limits per client and for all clients together. */
import { MQTT_KEEP_ALIVE_S, MQTT_SESSION_EXPIRY_S } from '#protocol/limits.ts';
import type { DoorLimits } from '../door/door-limits.ts';
import { MAX_PACKET_BYTES } from '../gate/payload-limit.ts';
import { type ConnectionCountLimits, MAX_CONNECTIONS } from './connection-counts.ts';
import { CONNECTION_RATES, type ConnectionRateLimits } from './connection-rates.ts';
import { WAITING_SOCKETS, type WaitingLimits } from './waiting-sockets.ts';

/** The limits that the gate applies. */
export type GateLimits = {
  /** QoS 0 messages are not forwarded to a receiver with a larger backlog. */
  slowBacklogBytes: number;
  /** Screen pictures are not forwarded to a receiver with a larger backlog, because newer ones follow. */
  slowPictureBacklogBytes: number;
  rates: ConnectionRateLimits;
  connectionsPerSubject: ConnectionCountLimits;
};
export type BrokerLimits = DoorLimits &
  GateLimits & {
    /** Interval at which expired class orders are ended. */
    orderCheckMs: number;
    waiting: WaitingLimits;
  };
export const BROKER_LIMITS: BrokerLimits = {
  maxPacketBytes: MAX_PACKET_BYTES,
  // Applies to clients that request none or a longer one; the protocol's own is 10 s.
  maxKeepAliveS: 3 * MQTT_KEEP_ALIVE_S,
  maxSessionExpiryS: MQTT_SESSION_EXPIRY_S,
  maxWillDelayMs: MQTT_SESSION_EXPIRY_S * 1000,
  maxQueuedMessages: 1_000,
  maxQueuedBytes: 8 * 1024 * 1024,
  maxPendingSessions: 5_000,
  connectTimeoutMs: 10_000,
  // About one second of 300 devices.
  slowBacklogBytes: 4 * 1024 * 1024,
  // Eight seconds of a line of 1 Mbit/s, because answers to a tutor's actions wait behind the pictures.
  slowPictureBacklogBytes: 1024 * 1024,
  orderCheckMs: 15_000,
  rates: CONNECTION_RATES,
  connectionsPerSubject: MAX_CONNECTIONS,
  waiting: WAITING_SOCKETS,
};
