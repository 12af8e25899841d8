/** Tutors who look at one group: each a connection of its own, which asks for pictures, and acts as a console does. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import type { Demand } from '#protocol/demand.ts';
import {
  backchannel,
  backchannelFilter,
  feedbackAddress,
  groupFeedback,
  groupFeedbackFilter,
  targetTopic,
} from '#protocol/topics.ts';
import { ask } from '../../support/tutors/platform-session.ts';
import { bareSession } from '../classroom/bare-tutor.ts';
import { within } from '../meters/within.ts';

export type BenchTutors = {
  /** Milliseconds from the drawing of each picture to its arrival at each tutor. */
  ages: number[];
  connected(): number;
  startPictures(): Promise<void>;
  stopPictures(): Promise<void>;
  /** Sends an action to the group, again until every device has answered. Milliseconds until then; its id. */
  act(): Promise<{ id: string; ms: number }>;
  stop(): Promise<void>;
};

const EMAIL = 'maintainer@demo.example';
const GROUP = 'All devices';
/** As a console says again what was not answered. */
const AGAIN_MS = 2_000;
const GIVE_UP_MS = 60_000;
const INTERVAL_MS = 5_000;

export async function startTutors(port: number, tutors: number, devices: number): Promise<BenchTutors> {
  const session = await bareSession({ port }, EMAIL, 'bench');
  const { scope, tutorId, token } = session;
  const groupId = await idOfGroup(port, token);
  const ages: number[] = [];
  const answered = new Map<string, Set<string>>();
  let wantsPictures = false;
  let turn = 0;

  function hear(topic: string, payload: Buffer, at: unknown): void {
    const { clientId = '', kind } = feedbackAddress(topic) ?? {};
    if (kind === 'thumbnail') ages.push(Date.now() - Number(at));
    if (kind !== 'reply') return;
    const reply: { id: string; ok: boolean } = JSON.parse(payload.toString());
    if (reply.ok) answered.get(reply.id)?.add(clientId);
  }

  async function demand(client: MqttClient, TTL: number): Promise<void> {
    const wanted: Demand = {
      'demand-type': 'thumbnails',
      'demand-parameters': { quality: 50, width: 320, height: 180 },
      frequency: INTERVAL_MS,
      TTL,
      source: 'bench',
    };
    await client.publishAsync(
      targetTopic(scope, tutorId, { to: 'group', groupId }, 'demands'),
      JSON.stringify(wanted),
      { qos: 1, properties: { responseTopic: groupFeedback(scope, groupId) } },
    );
  }

  async function connect(index: number): Promise<MqttClient> {
    const client = await mqtt.connectAsync(session.url, {
      protocolVersion: 5,
      clientId: `${session.clientId}-${index}`,
      username: token,
      password: token,
      reconnectPeriod: 500,
    });
    client.on('message', (topic, payload, { properties }) =>
      hear(topic, payload, properties?.userProperties?.at),
    );
    client.on('error', () => {});
    await client.subscribeAsync([groupFeedbackFilter(scope, groupId), backchannelFilter(scope, tutorId)], {
      qos: 1,
    });
    // Devices forget what a tutor asked for who has gone.
    client.on('connect', () => {
      if (wantsPictures) demand(client, 3_600_000).catch(() => undefined);
    });
    return client;
  }

  const clients: MqttClient[] = [];
  for (let index = 0; index < tutors; index += 1) clients.push(await connect(index));
  const all = (TTL: number) => Promise.all(clients.map((client) => demand(client, TTL)));

  async function act(): Promise<{ id: string; ms: number }> {
    const id = randomUUID();
    const from = performance.now();
    const replies = new Set<string>();
    answered.set(id, replies);
    const action = { id, action: 'notification', parameters: { title: 'Bench' }, timeSent: Date.now() };
    const client = clients[turn++ % clients.length];
    if (!client) throw new Error('a bench needs a tutor');
    const say = () =>
      client.publishAsync(
        targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions'),
        JSON.stringify(action),
        {
          qos: 1,
          properties: {
            messageExpiryInterval: 60,
            responseTopic: backchannel(scope, tutorId),
            correlationData: Buffer.from(id),
          },
        },
      );
    let saidAt = Number.NEGATIVE_INFINITY;
    while (replies.size < devices && performance.now() - from < GIVE_UP_MS) {
      if (client.connected && performance.now() - saidAt > AGAIN_MS) {
        saidAt = performance.now();
        // Where the connection breaks, it is said again.
        await within(AGAIN_MS, 'PUBACK', say()).catch(() => undefined);
      }
      await pause(5);
    }
    return { id, ms: performance.now() - from };
  }

  return {
    ages,
    connected: () => clients.filter(({ connected }) => connected).length,
    async startPictures() {
      wantsPictures = true;
      await all(3_600_000);
    },
    async stopPictures() {
      wantsPictures = false;
      await all(0);
    },
    act,
    async stop() {
      for (const client of clients) await client.endAsync(true);
    },
  };
}

async function idOfGroup(port: number, token: string): Promise<string> {
  const { body } = await ask(`http://demo.localhost:${port}/v1/groups?limit=500&_sort=id&_order=desc`, {
    headers: { 'tenant-key': 'demo', authorization: `Bearer ${token}` },
  });
  const groups: { id: string; name: string }[] = JSON.parse(body);
  const id = groups.find(({ name }) => name === GROUP)?.id;
  if (id === undefined) throw new Error(`there is no group ${GROUP}`);
  return id;
}
