/**
 * One MQTT 5 connection as the device core needs it. A transport is one attempt: it opens at most once and closes
 * once; the core opens the next. Implemented over mqtt.js in `agent/mqtt`.
 */
export type TransportMessage = {
  topic: string;
  payload: Uint8Array;
  /** The payload as UTF-8; the transport decodes it, because this realm has no TextDecoder. */
  text(): string;
  retain: boolean;
  responseTopic?: string;
  correlationData?: Uint8Array;
  /** What is left of *Message expiry*; the broker has already withheld messages that ran out. */
  expirySeconds?: number;
};

export type TransportPublish = {
  topic: string;
  payload: Uint8Array | string;
  qos: 0 | 1;
  retain?: boolean;
  contentType?: string;
  userProperties?: Record<string, string>;
  correlationData?: Uint8Array | string;
  expirySeconds?: number;
};

export type TransportOptions = {
  clientIdentifier: string;
  token: string;
  cleanStart: boolean;
  keepAliveSeconds: number;
  sessionExpirySeconds: number;
  will?: { topic: string; payload: string; delaySeconds: number } | undefined;
};

/** `refused`: the broker turned the credentials down, so that the same token will not help again. */
export type TransportClose = { name: 'refused' | 'lost'; message: string };

export type AgentTransportEvents = {
  onOpen(sessionPresent: boolean): void;
  onMessage(message: TransportMessage): void;
  /** Called once, whether or not the transport ever opened; not after `close()`. */
  onClose(close: TransportClose): void;
};

/** Promises settle with whether it worked (QoS 0: written, QoS 1: acknowledged); they never reject. */
export type AgentTransport = {
  publish(message: TransportPublish): Promise<boolean>;
  subscribe(filters: readonly string[]): Promise<boolean>;
  unsubscribe(filters: readonly string[]): Promise<boolean>;
  /** Says goodbye, so that the last will is not sent. `keepSession`: a successor is about to take it over. */
  close(options: { keepSession: boolean }): Promise<void>;
};

export type OpenAgentTransport = (options: TransportOptions, events: AgentTransportEvents) => AgentTransport;
