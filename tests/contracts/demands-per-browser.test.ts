/** One tutor with two browsers on one group, on the running platform: neither slows, ends nor suspends the other. */
import { setTimeout as pause } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import type { Demand } from '#protocol/demand.ts';
import {
  feedbackAddress,
  groupFeedback,
  groupFeedbackFilter,
  targetTopic,
  tutorLastWill,
} from '#protocol/topics.ts';
import { groupsFor } from '../support/classroom/directory.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { consoleSession } from '../support/tutors/platform-session.ts';

const STUDENTS = 6;
const TEACHER = 'teacher@demo.example';
const scope = { tenant: 'demo', site: 'riverside' };

let classroom: RunningClassroom;
let session: Tokens;
let tutorId: string;
let groupId: string;
const opened: MqttClient[] = [];

beforeAll(async () => {
  classroom = await startClassroom({ students: STUDENTS });
  for (const device of students()) device.setPrivacy(false);
  session = await consoleSession(classroom.platform, TEACHER);
  const maths = (await groupsFor(classroom.platform, TEACHER)).permitted.find(
    ({ name }) => name === '7A Mathematics',
  );
  if (!maths) throw new Error('the teacher has lost the class');
  groupId = maths.id;
}, 60_000);
afterEach(async () => {
  const all = opened.splice(0);
  await all[0]?.publishAsync(tutorLastWill(scope, tutorId), '', { qos: 1 });
  await Promise.all(all.map((client) => client.endAsync()));
  await demandsHeld(0);
});
afterAll(() => classroom?.close());

const students = () => classroom.simulatedClass?.devices ?? [];

/** A browser of the teacher as the broker sees it. */
async function openBrowser(source: string) {
  const claims = readClaims(session.accessToken);
  if (!claims) throw new Error('the access token cannot be read');
  tutorId = claims.sub;
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, source),
    username: session.accessToken,
    password: session.accessToken,
    reconnectPeriod: 0,
    will: {
      topic: tutorLastWill(scope, tutorId),
      payload: Buffer.from(JSON.stringify({ source })),
      qos: 1,
      retain: false,
    },
  });
  opened.push(client);
  /** Since the last `forget`, by client. */
  const pictures = new Map<string, number>();
  client.on('message', (topic) => {
    const address = feedbackAddress(topic);
    if (address?.kind !== 'thumbnail') return;
    pictures.set(address.clientId, (pictures.get(address.clientId) ?? 0) + 1);
  });
  await client.subscribeAsync(groupFeedbackFilter(scope, groupId));
  return {
    client,
    forget: () => pictures.clear(),
    /** Until every student has sent so many. */
    pictures: (each: number, timeout: number) =>
      expect
        .poll(() => [...pictures.values()].filter((count) => count >= each).length, { interval: 20, timeout })
        .toBe(STUDENTS),
    async demand(frequency: number, TTL = 60_000) {
      const demand: Demand = {
        'demand-type': 'thumbnails',
        'demand-parameters': { quality: 10, width: 160, height: 90 },
        frequency,
        TTL,
        source,
      };
      const topic = targetTopic(scope, tutorId, { to: 'group', groupId }, 'demands');
      await client.publishAsync(topic, JSON.stringify(demand), {
        qos: 1,
        properties: { responseTopic: groupFeedback(scope, groupId) },
      });
    },
  };
}

const demandsHeld = (count: number) =>
  expect
    .poll(() => students().map((device) => device.demands()), { interval: 20, timeout: 5_000 })
    .toEqual(Array(STUDENTS).fill(count));

describe('two browsers of one tutor on one group', () => {
  // The longest interval whose pictures keep their phase when a demand is only renewed.
  const SELDOM_MS = 10_000;

  test('the second one has every picture within 1.5 s, however long the next beat would take', async () => {
    const desk = await openBrowser('desk');
    await desk.demand(SELDOM_MS);
    await desk.pictures(1, 5_000);
    // The same picture is sent once a second.
    await pause(1_000);
    const lap = await openBrowser('lap');
    await lap.demand(SELDOM_MS);
    await lap.pictures(1, 1_500);
    await demandsHeld(2);
  });

  test('its cancel leaves the other one’s pictures running', async () => {
    const desk = await openBrowser('desk');
    const lap = await openBrowser('lap');
    await desk.demand(1_000);
    await lap.demand(1_000);
    await lap.demand(1_000, 0);
    await demandsHeld(1);
    desk.forget();
    await desk.pictures(2, 6_000);
  });

  test('so does its last will, and one that names no browser ends both', async () => {
    const desk = await openBrowser('desk');
    const lap = await openBrowser('lap');
    await desk.demand(1_000);
    await lap.demand(1_000);
    await demandsHeld(2);
    lap.client.stream.destroy();
    await demandsHeld(1);
    desk.forget();
    await desk.pictures(2, 6_000);
    await desk.client.publishAsync(tutorLastWill(scope, tutorId), '', { qos: 1 });
    await demandsHeld(0);
  });
});
