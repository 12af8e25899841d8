/**
 * The least that any page can do to have a group's pictures: mqtt.js, connected, subscribed and asking for them as soon
 * as the page runs, and nothing done with what comes but to note when.
 */
import mqtt from 'mqtt';
import type { Demand } from '#protocol/demand.ts';
import { feedbackAddress, groupFeedback, targetTopic } from '#protocol/topics.ts';
import type { BareSession } from '../classroom/bare-tutor.ts';

export type BarePicturesRequest = { session: BareSession; groupId: string; demand: Demand };
export type BarePictures = {
  /** Milliseconds from the navigation to the first picture of so many devices. */
  arrived(devices: number): number | undefined;
  /** Devices are asked for nothing any more. */
  stop(): Promise<void>;
};

const { session, groupId, demand } = (globalThis as unknown as { benchRequest: BarePicturesRequest })
  .benchRequest;
const seen = new Set<string>();
const times: number[] = [];
const feedback = groupFeedback(session.scope, groupId);

const connecting = mqtt.connectAsync(session.url, {
  protocolVersion: 5,
  clientId: session.clientId,
  username: session.token,
  password: session.token,
  timerVariant: 'native',
});

async function ask(said: Demand) {
  const client = await connecting;
  const topic = targetTopic(session.scope, session.tutorId, { to: 'group', groupId }, 'demands');
  await client.publishAsync(topic, JSON.stringify(said), { qos: 1, properties: { responseTopic: feedback } });
}

async function begin() {
  const client = await connecting;
  client.on('message', (topic) => {
    const clientId = feedbackAddress(topic)?.clientId;
    if (clientId === undefined || seen.has(clientId)) return;
    seen.add(clientId);
    times.push(performance.now());
  });
  await Promise.all([client.subscribeAsync(`${feedback}/+/thumbnail`), ask(demand)]);
}

const page: BarePictures = {
  arrived: (devices) => times[devices - 1],
  async stop() {
    await ask({ ...demand, TTL: 0 });
    await (await connecting).endAsync();
  },
};
Object.assign(globalThis, { lecternBench: page });
void begin();
