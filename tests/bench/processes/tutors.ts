/** Tutors who look at one group: each a person of their own, who asks for pictures and acts as a console does. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import type { Demand } from '#protocol/demand.ts';
import { helloSchema } from '#protocol/feedback.ts';
import {
  backchannel,
  backchannelFilter,
  feedbackAddress,
  groupFeedback,
  groupFeedbackFilter,
  type Target,
  targetTopic,
} from '#protocol/topics.ts';
import { ask } from '../../support/tutors/platform-session.ts';
import type { BareSession } from '../classroom/bare-tutor.ts';
import { signInColleagues } from './colleagues.ts';

export type BenchTutors = {
  /** Milliseconds from the drawing of each picture to its arrival at each tutor. */
  ages: number[];
  connected(): number;
  startPictures(): Promise<void>;
  stopPictures(): Promise<void>;
  /**
   * The next tutor sends an action to the group, again where the connection is there again, and to each device that says hello.
   * Milliseconds until every device has answered; its id.
   */
  act(): Promise<{ id: string; ms: number }>;
  stop(): Promise<void>;
};

const GROUP = 'All devices';
const GIVE_UP_MS = 60_000;
const INTERVAL_MS = 5_000;
const LOOK_EVERY_MS = 5;

/** An action that waits for its answers. */
type Pending = { id: string; message: string; answered: Set<string> };
type Tutor = {
  client: MqttClient;
  demand(TTL: number): Promise<void>;
  act(): Pending;
  end(): Promise<void>;
};

/** They sign in at `signInPort`, and connect at `port`. */
export async function startTutors(
  { signInPort, port }: { signInPort: number; port: number },
  count: number,
  devices: number,
): Promise<BenchTutors> {
  const signedIn = await signInColleagues(signInPort, count);
  const sessions = signedIn.map((each) => ({
    ...each,
    url: `ws://127.0.0.1:${port}/mqtt/${each.scope.site}`,
  }));
  const groupId = await idOfGroup(signInPort, sessions[0]?.token ?? '');
  const ages: number[] = [];
  const wishes = { hasPictures: false };
  const tutors: Tutor[] = [];
  for (const session of sessions)
    tutors.push(await connectTutor(session, { groupId, wishes, onPicture: (ageMs) => ages.push(ageMs) }));
  let turn = 0;
  const all = (TTL: number) => Promise.all(tutors.map((tutor) => tutor.demand(TTL)));
  return {
    ages,
    connected: () => tutors.filter(({ client }) => client.connected).length,
    async startPictures() {
      wishes.hasPictures = true;
      await all(3_600_000);
    },
    async stopPictures() {
      wishes.hasPictures = false;
      await all(0);
    },
    async act() {
      const tutor = tutors[turn++ % tutors.length];
      if (!tutor) throw new Error('a bench needs a tutor');
      const from = performance.now();
      const { id, answered } = tutor.act();
      while (answered.size < devices && performance.now() - from < GIVE_UP_MS) await pause(LOOK_EVERY_MS);
      return { id, ms: performance.now() - from };
    },
    async stop() {
      await Promise.all(tutors.map(({ end }) => end()));
    },
  };
}

async function connectTutor(
  { scope, tutorId, token, url, clientId: clientIdentifier }: BareSession,
  group: { groupId: string; wishes: { hasPictures: boolean }; onPicture(ageMs: number): void },
): Promise<Tutor> {
  const { groupId, wishes } = group;
  let pending: Pending | undefined;

  const client = await mqtt.connectAsync(url, {
    protocolVersion: 5,
    clientId: clientIdentifier,
    username: token,
    password: token,
    reconnectPeriod: 500,
  });

  const responseTopic = backchannel(scope, tutorId);
  async function say({ id, message }: Pending, target: Target): Promise<void> {
    await client.publishAsync(targetTopic(scope, tutorId, target, 'actions'), message, {
      qos: 1,
      properties: { messageExpiryInterval: 60, responseTopic, correlationData: Buffer.from(id) },
    });
  }
  /** What breaks with the connection is said again with the next one. */
  const ignore = () => undefined;

  async function demand(TTL: number): Promise<void> {
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

  function hear(topic: string, payload: Buffer, at: unknown): void {
    const { clientId = '', kind } = feedbackAddress(topic) ?? {};
    if (kind === 'thumbnail') group.onPicture(Date.now() - Number(at));
    if (kind === 'reply') {
      const reply: { id: string; ok: boolean } = JSON.parse(payload.toString());
      if (reply.ok && pending?.id === reply.id) pending.answered.add(clientId);
    }
    // As a console does: who comes is told alone.
    if (kind !== 'hello' || pending === undefined || pending.answered.has(clientId)) return;
    const { authType, userId } = v.parse(helloSchema, JSON.parse(payload.toString()));
    say(pending, { to: 'client', authType, userId, clientId }).catch(ignore);
  }

  client.on('message', (topic, payload, { properties }) =>
    hear(topic, payload, properties?.userProperties?.at),
  );
  client.on('error', ignore);
  await client.subscribeAsync(groupFeedbackFilter(scope, groupId), { qos: 0 });
  await client.subscribeAsync(backchannelFilter(scope, tutorId), { qos: 1 });
  // Devices forget what a tutor asked for who has gone; and the broker may not have had the action.
  client.on('connect', () => {
    if (wishes.hasPictures) demand(3_600_000).catch(ignore);
    if (pending) say(pending, { to: 'group', groupId }).catch(ignore);
  });

  return {
    client,
    demand,
    act() {
      const id = randomUUID();
      const action = { id, action: 'notification', parameters: { title: 'Bench' }, timeSent: Date.now() };
      pending = { id, message: JSON.stringify(action), answered: new Set() };
      if (client.connected) say(pending, { to: 'group', groupId }).catch(ignore);
      return pending;
    },
    end: () => client.endAsync(true),
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
