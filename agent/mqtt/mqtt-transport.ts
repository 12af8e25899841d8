/** The core's transport over mqtt.js and a WebSocket. No other file of the agents imports mqtt.js. */
import mqtt, { type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { Clock } from '#protocol/clock.ts';
import type {
  AgentTransport,
  AgentTransportEvents,
  OpenAgentTransport,
  TransportClose,
  TransportMessage,
  TransportOptions,
} from '../core/connection/transport.ts';

/** The platform admits a reconnecting school device by device. A shorter timeout would prolong that. */
const CONNECT_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 500;
/** MQTT 5 reason codes for rejected credentials (client id, name or password, not authorised). */
const REFUSALS = [0x85, 0x86, 0x87];

/** `clock` drives the keep-alive. In a page it must also run while the page is hidden. */
export function createMqttTransport(url: string, clock: Clock): OpenAgentTransport {
  return (options, events) => openTransport(url, clock, options, events);
}

function openTransport(
  url: string,
  clock: Clock,
  options: TransportOptions,
  events: AgentTransportEvents,
): AgentTransport {
  const client = mqtt.connect(url, clientOptions(options, clock));
  const pending = new Set<(worked: boolean) => void>();
  let close: TransportClose = { name: 'lost', message: 'The connection was lost' };
  let isClosing = false;
  let ended = false;

  const end = (how?: TransportClose) => {
    if (ended) return;
    ended = true;
    for (const settle of [...pending]) settle(false);
    if (how && !isClosing) events.onClose(how);
  };
  /** Fails pending calls when the connection breaks, because mqtt.js never calls back for them. */
  const settled = (start: (done: (error?: unknown) => void) => void) =>
    new Promise<boolean>((resolve) => {
      const settle = (worked: boolean) => {
        pending.delete(settle);
        resolve(worked);
      };
      if (ended) {
        resolve(false);
        return;
      }
      pending.add(settle);
      start((error) => settle(!error));
    });

  client.on('connect', ({ sessionPresent }) => {
    if (!ended) events.onOpen(sessionPresent);
  });
  client.on('message', (topic, payload, packet) => {
    if (!ended) events.onMessage(messageOf(topic, payload, packet));
  });
  client.on('error', (error) => {
    const code = 'code' in error ? Number(error.code) : Number.NaN;
    close = { name: REFUSALS.includes(code) ? 'refused' : 'lost', message: error.message };
  });
  client.on('disconnect', ({ reasonCode }) => {
    const code = (reasonCode ?? 0).toString(16);
    close = { name: 'lost', message: `The broker closed the connection (0x${code})` };
  });
  client.on('close', () => {
    client.end(true);
    end(close);
  });

  return {
    publish: (message) =>
      settled((done) =>
        client.publish(
          message.topic,
          // mqtt.js writes any bytes, but its types only allow Node's Buffer.
          message.payload as string,
          {
            qos: message.qos,
            retain: message.retain ?? false,
            properties: {
              ...(message.contentType !== undefined && { contentType: message.contentType }),
              ...(message.userProperties && { userProperties: message.userProperties }),
              ...(message.correlationData !== undefined && {
                correlationData: message.correlationData as never,
              }),
              ...(message.expirySeconds !== undefined && { messageExpiryInterval: message.expirySeconds }),
            },
          },
          done,
        ),
      ),
    subscribe: (filters) => settled((done) => client.subscribe([...filters], { qos: 1 }, done)),
    unsubscribe: (filters) => settled((done) => client.unsubscribe([...filters], done)),
    close({ keepSession }) {
      isClosing = true;
      return closeClient({ client, clock, keepSession, end });
    },
  };
}

function clientOptions(options: TransportOptions, clock: Clock): IClientOptions {
  return {
    protocolVersion: 5,
    clientId: options.clientIdentifier,
    username: options.token,
    password: options.token,
    clean: options.cleanStart,
    keepalive: options.keepAliveSeconds,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // One transport is one attempt. The core decides when to retry, with a token that is still valid.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    // The cache is a table of 65,536 buffers, which would use more memory than the rest of the student page.
    writeCache: false,
    timerVariant: intervalsOf(clock) as never,
    properties: { sessionExpiryInterval: options.sessionExpirySeconds },
    ...(options.will && {
      will: {
        topic: options.will.topic,
        // mqtt.js also writes strings, as in `publish`.
        payload: options.will.payload as never,
        qos: 1 as const,
        retain: false,
        properties: { willDelayInterval: options.will.delaySeconds },
      },
    }),
  };
}

/** `setInterval` and `clearInterval` on top of the clock. */
function intervalsOf(clock: Clock) {
  const running = new Map<number, () => void>();
  let last = 0;
  return {
    set(run: () => void, periodMs: number): number {
      const id = ++last;
      running.set(id, clock.every(periodMs, run));
      return id;
    },
    clear(id: number): void {
      running.get(id)?.();
      running.delete(id);
    },
  };
}

function closeClient(options: {
  client: MqttClient;
  clock: Clock;
  keepSession: boolean;
  end: () => void;
}): Promise<void> {
  const { client, clock, keepSession, end } = options;
  return new Promise((resolve) => {
    // A broker that does not answer must not delay the exit.
    const cancel = clock.after(STOP_TIMEOUT_MS, () => client.end(true, finish));
    const finish = () => {
      cancel();
      end();
      resolve();
    };
    client.end(
      false,
      { reasonCode: 0, ...(!keepSession && { properties: { sessionExpiryInterval: 0 } }) },
      finish,
    );
  });
}

const utf8 = new TextDecoder();

function messageOf(topic: string, payload: Uint8Array, packet: IPublishPacket): TransportMessage {
  const { retain, properties } = packet;
  return {
    topic,
    payload,
    text: () => utf8.decode(payload),
    retain,
    ...(properties?.responseTopic !== undefined && { responseTopic: properties.responseTopic }),
    ...(properties?.correlationData && { correlationData: properties.correlationData }),
    ...(properties?.messageExpiryInterval !== undefined && {
      expirySeconds: properties.messageExpiryInterval,
    }),
  };
}
