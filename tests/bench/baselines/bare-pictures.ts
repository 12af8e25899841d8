/**
 * The least that any page can do to have a group's pictures, and what a wall must know of the devices: mqtt.js,
 * connected, subscribed and asking for them as soon as the page runs, and nothing done with what comes but to note when.
 */
import mqtt from 'mqtt';
import type { Demand } from '#protocol/demand.ts';
import { feedbackAddress, groupFeedback, groupFeedbackFilter, targetTopic } from '#protocol/topics.ts';
import type { BareSession } from '../classroom/bare-tutor.ts';

export type BarePicturesRequest = { session: BareSession; groupId: string; demands: Demand[] };
export type BarePictures = {
  /** Milliseconds from the navigation to the first picture of so many devices. */
  arrived(devices: number): number | undefined;
  /** Devices are asked for nothing any more. */
  stop(): Promise<void>;
};

const { session, groupId, demands } = (globalThis as unknown as { benchRequest: BarePicturesRequest })
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

async function ask(changes: Partial<Demand> = {}) {
  const client = await connecting;
  const topic = targetTopic(session.scope, session.tutorId, { to: 'group', groupId }, 'demands');
  const properties = { responseTopic: feedback };
  await Promise.all(
    demands.map((demand) =>
      client.publishAsync(topic, JSON.stringify({ ...demand, ...changes }), { qos: 1, properties }),
    ),
  );
}

async function begin() {
  const client = await connecting;
  client.on('message', (topic) => {
    const from = feedbackAddress(topic);
    if (from?.kind !== 'thumbnail' || seen.has(from.clientId)) return;
    seen.add(from.clientId);
    times.push(performance.now());
  });
  await Promise.all([client.subscribeAsync(groupFeedbackFilter(session.scope, groupId)), ask()]);
}

const page: BarePictures = {
  arrived: (devices) => times[devices - 1],
  async stop() {
    await ask({ TTL: 0 });
    await (await connecting).endAsync();
  },
};
Object.assign(globalThis, { lecternBench: page });
void begin();
