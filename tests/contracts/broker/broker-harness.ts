/** A real broker on a free port of 127.0.0.1, with a directory that tests write by hand. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { type AccessTokenClaims, mqttClientId } from '#protocol/auth/access-token.ts';
import { type Broker, type BrokerDeps, createBroker } from '../../../server/broker/broker.ts';
import type { BrokerLimits } from '../../../server/broker/limits/broker-limits.ts';
import { createClientAddress } from '../../../server/http/client-address.ts';
import { createInbox } from './broker-client.ts';
import { createBrokerWorld } from './broker-world.ts';

const CONNECTION = { protocolVersion: 5, reconnectPeriod: 0, keepalive: 10, clean: true } as const;

/** Whether the broker knew the session when it accepted the client. Rejects with the reason code where it refuses. */
async function sessionPresent(client: MqttClient): Promise<boolean> {
  client.on('error', () => {});
  const connack = await new Promise<{ sessionPresent: boolean }>((resolve, reject) => {
    client.once('connect', (packet) => resolve(packet));
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed before CONNACK')));
  });
  return connack.sessionPresent;
}

type More = Pick<BrokerDeps, 'policiesOf' | 'orders' | 'clock' | 'recheckEveryMs'>;

export async function startBroker(limits: Partial<BrokerLimits> = {}, more: More = {}) {
  const world = createBrokerWorld();
  const broker: Broker = await createBroker({
    ...world.deps,
    isAllowedOrigin: (origin) => origin === undefined || origin === 'http://acme.localhost',
    clientAddress: createClientAddress({ trustedProxies: [] }),
    limits,
    ...more,
  });
  const server = createServer();
  server.on('upgrade', broker.handleUpgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`;
  return harnessOf({
    url,
    broker,
    world,
    expected: async () => undefined,
    async close() {
      server.close();
      await once(server, 'close');
    },
  });
}
export type TestBroker = ReturnType<typeof harnessOf>;
export type StartBroker = (limits?: Partial<BrokerLimits>, more?: More) => Promise<TestBroker>;

/** `expected`: has the broker know a token before its holder comes. `close` follows the broker's own. */
export function harnessOf({
  url,
  broker,
  world,
  expected,
  close,
}: {
  url: string;
  broker: Broker;
  world: ReturnType<typeof createBrokerWorld>;
  expected(token: string): Promise<void>;
  close(): Promise<void>;
}) {
  const { tokens } = world;
  const opened: MqttClient[] = [];

  return {
    ...world.seen,
    url,
    broker,
    /** Makes a token that the broker takes. */
    token(claims: AccessTokenClaims): string {
      const token = `token-${tokens.size}-${claims.sub}`;
      tokens.set(token, claims);
      return token;
    },
    /** Has the broker know somebody who does not come. */
    async expect(claims: AccessTokenClaims): Promise<void> {
      await expected(this.token(claims));
    },
    /** Connects; rejects with the reason code where the broker refuses. */
    async connect(claims: AccessTokenClaims, options: IClientOptions & { instance?: string } = {}) {
      const { instance = 'tab', ...rest } = options;
      const token = this.token(claims);
      await expected(token);
      const clientId = mqttClientId(claims, instance);
      const client = mqtt.connect(url, {
        ...CONNECTION,
        clientId,
        username: token,
        password: token,
        ...rest,
      });
      opened.push(client);
      const inbox = createInbox(client);
      return { client, inbox, sessionPresent: await sessionPresent(client) };
    },
    /** The next message of a client that the broker let through. */
    nextPublish(topic: string): Promise<{ topic: string; payload: Buffer; retain: boolean }> {
      return new Promise((resolve) => {
        const stop = broker.onPublish((message) => {
          if (message.topic !== topic) return;
          stop();
          resolve(message);
        });
      });
    },
    async stop() {
      for (const client of opened) client.end(true);
      await broker.close();
      world.stop();
      await close();
    },
  };
}
