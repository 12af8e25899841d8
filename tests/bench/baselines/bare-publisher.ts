/** The tutor's half of the action baselines: mqtt.js in the page publishes an action and waits for its answers. */
import mqtt, { type MqttClient } from 'mqtt';
import { backchannel, backchannelFilter, type Target, targetTopic } from '#protocol/topics.ts';
import type { BareSession } from '../classroom/bare-tutor.ts';

export type PublisherPage = {
  connect(session: BareSession): Promise<void>;
  /** Milliseconds from the call of `publish` to the message with the last of so many answers, one unless said. */
  act(target: Target, asked?: { action?: string; answers?: number }): Promise<number>;
};

let client: MqttClient | undefined;
let session: BareSession | undefined;
let answered: ((topic: string) => void) | undefined;
let lastId = 0;

const page: PublisherPage = {
  async connect(asked) {
    session = asked;
    client = await mqtt.connectAsync(asked.url, {
      protocolVersion: 5,
      clientId: asked.clientId,
      username: asked.token,
      password: asked.token,
    });
    client.on('message', (topic) => answered?.(topic));
    await client.subscribeAsync(backchannelFilter(asked.scope, asked.tutorId), { qos: 1 });
  },
  act(target, { action = 'mute', answers = 1 } = {}) {
    if (!client || !session) throw new Error('not connected');
    const { scope, tutorId } = session;
    lastId += 1;
    const id = `bench-${lastId}`;
    const from = performance.now();
    const done = new Promise<number>((resolve) => {
      let left = answers;
      answered = () => {
        left -= 1;
        if (left === 0) resolve(performance.now() - from);
      };
    });
    client.publish(
      targetTopic(scope, tutorId, target, 'actions'),
      JSON.stringify({ id, action, parameters: {}, timeSent: Date.now() }),
      { qos: 1, properties: { responseTopic: backchannel(scope, tutorId), messageExpiryInterval: 60 } },
    );
    return done;
  },
};
Object.assign(globalThis, { lecternBench: page });
