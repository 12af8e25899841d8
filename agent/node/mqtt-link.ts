/** The core's link over mqtt.js and a WebSocket. The only file of the agents in Node that knows mqtt.js. */
import mqtt, { type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { Link, LinkClose, LinkEvents, LinkMessage, LinkOptions, OpenLink } from '../core/link.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 500;
/** MQTT 5 reason codes that mean: these credentials will not do (client id, name or password, not authorised). */
const REFUSALS = [0x85, 0x86, 0x87];

export function createMqttLink(url: string): OpenLink {
  return (options, events) => openLink(url, options, events);
}

function openLink(url: string, options: LinkOptions, events: LinkEvents): Link {
  const client = mqtt.connect(url, clientOptions(options));
  const pending = new Set<(worked: boolean) => void>();
  let close: LinkClose = { name: 'lost', message: 'The connection was lost' };
  let ended = false;

  const end = (how?: LinkClose) => {
    if (ended) return;
    ended = true;
    for (const settle of [...pending]) settle(false);
    if (how) events.onClose(how);
  };
  /** mqtt.js never calls back for messages that were under way when the connection broke. */
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
    close = {
      name: 'lost',
      message: `The broker closed the connection (0x${(reasonCode ?? 0).toString(16)})`,
    };
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
          typeof message.payload === 'string' ? message.payload : bufferOf(message.payload),
          {
            qos: message.qos,
            retain: message.retain ?? false,
            properties: {
              ...(message.contentType !== undefined && { contentType: message.contentType }),
              ...(message.userProperties && { userProperties: message.userProperties }),
              ...(message.correlationData !== undefined && {
                correlationData:
                  typeof message.correlationData === 'string'
                    ? Buffer.from(message.correlationData)
                    : bufferOf(message.correlationData),
              }),
              ...(message.expirySeconds !== undefined && { messageExpiryInterval: message.expirySeconds }),
            },
          },
          done,
        ),
      ),
    subscribe: (filters) => settled((done) => client.subscribe([...filters], { qos: 1 }, done)),
    unsubscribe: (filters) => settled((done) => client.unsubscribe([...filters], done)),
    close: ({ keepSession }) => closeClient(client, keepSession, end),
  };
}

function clientOptions(options: LinkOptions): IClientOptions {
  return {
    protocolVersion: 5,
    clientId: options.clientIdentifier,
    username: options.token,
    password: options.token,
    clean: options.cleanStart,
    keepalive: options.keepAliveSeconds,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // One link is one attempt: the core decides when to try again, with a token that is still good.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    properties: { sessionExpiryInterval: options.sessionExpirySeconds },
    ...(options.will && {
      will: {
        topic: options.will.topic,
        payload: Buffer.from(options.will.payload),
        qos: 1 as const,
        retain: false,
        properties: { willDelayInterval: options.will.delaySeconds },
      },
    }),
  };
}

function closeClient(client: MqttClient, keepSession: boolean, end: () => void): Promise<void> {
  return new Promise((resolve) => {
    // A broker that does not answer must not hold up the exit.
    const timer = setTimeout(() => client.end(true, finish), CLOSE_TIMEOUT_MS);
    const finish = () => {
      clearTimeout(timer);
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

function messageOf(topic: string, payload: Buffer, packet: IPublishPacket): LinkMessage {
  const { retain, properties } = packet;
  return {
    topic,
    payload,
    text: () => payload.toString('utf8'),
    retain,
    ...(properties?.responseTopic !== undefined && { responseTopic: properties.responseTopic }),
    ...(properties?.correlationData && { correlationData: properties.correlationData }),
    ...(properties?.messageExpiryInterval !== undefined && {
      expirySeconds: properties.messageExpiryInterval,
    }),
  };
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
