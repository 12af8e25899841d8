/** The platform as a client of an external broker. Only this server file imports the MQTT client library. */
import mqtt, { type IClientPublishOptions, type IPublishPacket } from 'mqtt';
import type { BrokerMessage } from '../door/door-gate.ts';

export type DialledDoorDeps = {
  /** `mqtt:`, `mqtts:`, `ws:` or `wss:`. */
  url: string;
  username: string;
  password: string;
  /** Filters that the platform subscribes to. Its own messages are not sent back to it. */
  filters: readonly string[];
  received(message: BrokerMessage): void;
  /** Called on every connection and reconnection. */
  connected(): void;
  /** The connection was lost or could not be made. `error`: the cause, if known. */
  lost(error: Error | undefined): void;
  failed(error: unknown): void;
  /** A non-retained message was dropped, because without a broker there is no subscriber. */
  dropped(): void;
};

export type DialledDoor = {
  /** Must be called once. */
  dial(): void;
  /** Connected and subscribed to all filters. */
  isListening(): boolean;
  /** Resolves when the broker has the message. Retained ones are sent again after a reconnection. */
  publish(message: Pick<BrokerMessage, 'topic' | 'payload' | 'qos' | 'retain' | 'properties'>): Promise<void>;
  /** Whether the broker lets the platform publish on this topic now; undefined: there is no connection. */
  mayPublish(topic: string): Promise<boolean | undefined>;
  close(): Promise<void>;
};

const RETRY_DELAY_MS = 500;
const KEEP_ALIVE_S = 10;

export function dialBroker(deps: DialledDoorDeps): DialledDoor {
  /**
   * The platform's retained messages by topic, because a broker may restart without them. An empty message
   * stays until the broker has it, because a broker may restart with a message that was cleared meanwhile.
   */
  const retained = new Map<string, BrokerMessage>();
  let isListening = false;
  const client = mqtt.connect(deps.url, {
    protocolVersion: 5,
    clientId: 'lectern-platform',
    username: deps.username,
    password: deps.password,
    clean: true,
    keepalive: KEEP_ALIVE_S,
    reconnectPeriod: RETRY_DELAY_MS,
    // The broker refuses the platform until it has read the files.
    reconnectOnConnackError: true,
    queueQoSZero: false,
    resubscribe: false,
    manualConnect: true,
  });

  let retryTimer: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const options = { qos: 1, nl: true, rap: true, rh: 0 } as const;
    await client.subscribeAsync([...deps.filters], options);
    // All at once: a message published meanwhile is queued behind these and is newer.
    await Promise.all([...retained.values()].map(send));
    isListening = true;
    deps.connected();
  }

  async function send(message: BrokerMessage): Promise<void> {
    const { topic, payload, qos, retain, properties } = message;
    const options: IClientPublishOptions = { qos, retain, ...(properties && { properties }) };
    await client.publishAsync(topic, payload, options);
    if (payload.length === 0 && retained.get(topic) === message) retained.delete(topic);
  }

  /** A broker that has just reloaded its rights may refuse for a moment, so subscribing is retried. */
  function begin(): void {
    listen().catch((error: unknown) => {
      deps.failed(error);
      if (client.connected) retryTimer = setTimeout(begin, RETRY_DELAY_MS);
    });
  }

  client.on('connect', begin);
  let why: Error | undefined;
  client.on('error', (error) => {
    why = error;
  });
  client.on('close', () => {
    clearTimeout(retryTimer);
    isListening = false;
    deps.lost(why);
    why = undefined;
  });
  client.on('message', (topic, payload, packet: IPublishPacket) => {
    const { qos, retain, properties } = packet;
    deps.received({ topic, payload, qos, retain, properties });
  });

  return {
    dial: () => void client.connect(),
    isListening: () => isListening,
    async publish(message) {
      const { topic, retain } = message;
      if (retain) retained.set(topic, message);
      if (client.connected) await send(message);
      else if (!retain) deps.dropped();
    },
    async mayPublish(topic) {
      if (!client.connected) return undefined;
      return client.publishAsync(topic, '', { qos: 1 }).then(
        () => true,
        () => (client.connected ? false : undefined),
      );
    },
    async close() {
      await client.endAsync(true);
    },
  };
}
