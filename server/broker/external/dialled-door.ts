/** The platform as a client of a broker outside. The only file of the server that imports the library of the client. */
import mqtt, { type IClientPublishOptions, type IPublishPacket } from 'mqtt';
import type { BrokerMessage } from '../door/door-gate.ts';

export type DialledDoorDeps = {
  /** `mqtt:`, `mqtts:`, `ws:` or `wss:`. */
  url: string;
  username: string;
  password: string;
  /** What the platform reads; the messages that it publishes itself do not come back. */
  filters: readonly string[];
  received(message: BrokerMessage): void;
  /** The connection is there, or there again. */
  connected(): void;
  /** The connection was lost, or could not be made. `error`: why, where that is known. */
  lost(error: Error | undefined): void;
  failed(error: unknown): void;
  /** A message that is not retained while there is no broker: nobody can be reached. */
  dropped(): void;
};

export type DialledDoor = {
  /** To be called once. */
  dial(): void;
  /** Connected, and what the platform reads arrives. */
  isListening(): boolean;
  /** Resolves when the broker has the message. What is retained is said when the broker is there again. */
  publish(message: Pick<BrokerMessage, 'topic' | 'payload' | 'qos' | 'retain' | 'properties'>): Promise<void>;
  /** Whether the broker lets the platform publish on this topic now; undefined where there is no broker. */
  mayPublish(topic: string): Promise<boolean | undefined>;
  close(): Promise<void>;
};

const RECONNECT_MS = 500;
const KEEP_ALIVE_S = 10;

export function dialBroker(deps: DialledDoorDeps): DialledDoor {
  /**
   * All that the platform retains, by topic: a broker may come back without what it kept. An empty message stands here until the
   * broker has taken it: the broker may also come back with what the platform has taken away meanwhile.
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
    reconnectPeriod: RECONNECT_MS,
    // The broker does not know the platform before it has read the files.
    reconnectOnConnackError: true,
    queueQoSZero: false,
    resubscribe: false,
    manualConnect: true,
  });

  let again: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const options = { qos: 1, nl: true, rap: true, rh: 0 } as const;
    await client.subscribeAsync([...deps.filters], options);
    // In one go: what is published meanwhile comes behind them, and is the newer one.
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

  /** A broker that has just read other rights may refuse for a moment. */
  function begin(): void {
    listen().catch((error: unknown) => {
      deps.failed(error);
      if (client.connected) again = setTimeout(begin, RECONNECT_MS);
    });
  }

  client.on('connect', begin);
  let why: Error | undefined;
  client.on('error', (error) => {
    why = error;
  });
  client.on('close', () => {
    clearTimeout(again);
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
