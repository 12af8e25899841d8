/**
 * One MQTT 5 connection as the device core needs it. A transport is one attempt: it opens at most once and
 * closes once; the core opens the next one. `agent/mqtt` implements it with mqtt.js.
 */
export type TransportMessage = {
  topic: string;
  payload: Uint8Array;
  /** Returns the payload as UTF-8. The transport decodes it, because this realm has no TextDecoder. */
  text(): string;
  retain: boolean;
  responseTopic?: string;
  correlationData?: Uint8Array;
  /** The rest of *Message expiry*. The broker has already withheld expired messages. */
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

/** `refused`: the broker rejected the credentials, so a retry with the same token is pointless. */
export type TransportClose = { name: 'refused' | 'lost'; message: string };

export type AgentTransportEvents = {
  onOpen(sessionPresent: boolean): void;
  onMessage(message: TransportMessage): void;
  /** Called once, whether or not the transport ever opened, but not after `close()`. */
  onClose(close: TransportClose): void;
};

/** Promises resolve to success (QoS 0: written, QoS 1: acknowledged) and never reject. */
export type AgentTransport = {
  publish(message: TransportPublish): Promise<boolean>;
  subscribe(filters: readonly string[]): Promise<boolean>;
  unsubscribe(filters: readonly string[]): Promise<boolean>;
  /** Disconnects without a last will. `keepSession`: the next transport takes the session over. */
  close(options: { keepSession: boolean }): Promise<void>;
};

export type OpenAgentTransport = (options: TransportOptions, events: AgentTransportEvents) => AgentTransport;
