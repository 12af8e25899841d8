/**
 * A policy that is applied to a group of 300 devices, and lifted again, by turns.
 *
 * Ours: `last-confirmation` runs from `PUT /groups/{id}/policies` to the status of the last device that names the policy
 * active, as a tutor hears it who has the group open.
 * Baseline: mqtt.js publishes a message of the same size to each of the same devices, with QoS 1, one after the other,
 * and each answers with its status; until the last answer. It asks for that status by a demand, because a tutor may
 * retain nothing: the platform's own message is retained besides.
 * Both are heard by the same kind of client in this process, in which the devices are as well. Medians.
 */
import { setTimeout as pause } from 'node:timers/promises';
import mqtt from 'mqtt';
import type { Demand } from '#protocol/demand.ts';
import {
  backchannel,
  backchannelFilter,
  groupFeedback,
  groupFeedbackFilter,
  targetTopic,
} from '#protocol/topics.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';
import { type BareSession, bareSession } from './classroom/bare-tutor.ts';
import { type BenchClassroom, median, startBenchClassroom } from './classroom/bench-classroom.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { within } from './meters/within.ts';

const STUDENTS = 300;
const GROUP = 'All devices';
/** Nothing of the seeded site has it applied, and every kind of device can do it. */
const POLICY = 'Eyes to the front';
const TUTOR = 'admin@demo.example';
const ROUNDS = 21;
const WARM_UP = 3;
const SETTLE_MS = 5_000;
/** What a round has begun has come to rest by then. */
const REST_MS = 1_500;
const LIMIT_MS = 30_000;

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, STUDENTS, { pictures: 'recorded' });
  const site = await openSite(classroom);
  const listener = await listen(context, classroom, site.groupId);
  const publish = await openBaseline(context, classroom, site.payload);
  await pause(SETTLE_MS);
  const ours: number[] = [];
  const lifted: number[] = [];
  const bare: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const applied = await timed('the policy', () => listener.heard(site.policyId, true), site.apply);
    await pause(REST_MS);
    const gone = await timed('the end of the policy', () => listener.heard(site.policyId, false), site.lift);
    await pause(REST_MS);
    const answered = await publish();
    await pause(REST_MS);
    if (round < 0) continue;
    ours.push(applied);
    lifted.push(gone);
    bare.push(answered);
  }
  context.say(`ours ${told(ours)}; lifted ${told(lifted)}; bare ${told(bare)}`);
  const baseline = median(bare);
  const aim = { ratioAtMost: 1.5 };
  context.report({ measure: 'last-confirmation', ours: median(ours), baseline, unit: 'ms', aim });
  context.report({ measure: 'last-lifted', ours: median(lifted), baseline, unit: 'ms', aim });
};

const told = (values: readonly number[]) => values.map(Math.round).join(' ');

async function timed(
  what: string,
  end: () => Promise<unknown>,
  begin: () => Promise<unknown>,
): Promise<number> {
  const ended = end();
  const from = performance.now();
  await begin();
  await within(LIMIT_MS, `the last device to say ${what}`, ended);
  return performance.now() - from;
}

/** The group and the policy, and what is applied to the group, by REST. */
async function openSite({ port }: BenchClassroom) {
  const { accessToken } = await consoleSession(
    { origin: (label) => `http://${label}.localhost:${port}` },
    TUTOR,
  );
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await ask(`http://demo.localhost:${port}/v1${path}`, {
      method: body === undefined ? 'GET' : 'PUT',
      headers: {
        'content-type': 'application/json',
        'tenant-key': 'demo',
        authorization: `Bearer ${accessToken}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const idOf = async (path: string, name: string): Promise<string> => {
    const found = ((await call(path)) as { id: string; name: string }[]).find((each) => each.name === name);
    if (!found) throw new Error(`${path} has no ${name}`);
    return found.id;
  };
  const groupId = await idOf('/groups', GROUP);
  const policyId = await idOf('/policies', POLICY);
  const path = `/groups/${groupId}/policies`;
  const before = ((await call(path)) as { policyId: string }[]).map((each) => ({ policyId: each.policyId }));
  return {
    groupId,
    policyId,
    /** About as long as what the platform says to each device. */
    payload: JSON.stringify(await call('/policies')).slice(0, 1_000),
    apply: () => call(path, { policyId }),
    lift: () => call(path, { policies: before }),
  };
}

const connect = ({ url, clientId, token }: BareSession) =>
  mqtt.connectAsync(url, { protocolVersion: 5, clientId, username: token, password: token });

/** Hears the statuses of the group as a console that has it open. */
async function listen(context: BenchContext, classroom: BenchClassroom, groupId: string) {
  const session = await bareSession(classroom, TUTOR, 'bench-listener');
  const { scope, tutorId } = session;
  const client = await connect(session);
  context.atEnd(() => client.endAsync());
  let tell: (statuses: { clientId: string; policies?: { activePolicies: readonly string[] } }) => void =
    () => {};
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/statuses')) tell(JSON.parse(String(payload)));
  });
  await client.subscribeAsync(groupFeedbackFilter(scope, groupId), { qos: 1 });
  const demand: Demand = {
    'demand-type': 'statuses',
    'demand-parameters': {},
    frequency: 10_000,
    TTL: 3_600_000,
    source: 'bench',
  };
  await client.publishAsync(
    targetTopic(scope, tutorId, { to: 'group', groupId }, 'demands'),
    JSON.stringify(demand),
    {
      qos: 1,
      properties: { responseTopic: groupFeedback(scope, groupId) },
    },
  );
  return {
    /** Resolves when every device says that the policy acts on it, or that it does not. */
    heard: (policyId: string, isActive: boolean) =>
      new Promise<void>((resolve) => {
        const clients = new Set<string>();
        tell = ({ clientId, policies }) => {
          if ((policies?.activePolicies.includes(policyId) ?? false) === isActive) clients.add(clientId);
          if (clients.size === STUDENTS) resolve();
        };
      }),
  };
}

/** Asks each device for its status by a message of its own, and waits for all of them. */
async function openBaseline(context: BenchContext, classroom: BenchClassroom, padding: string) {
  const session = await bareSession(classroom, 'maintainer@demo.example', 'bench-bare');
  const { scope, tutorId } = session;
  const client = await connect(session);
  context.atEnd(() => client.endAsync());
  let tell: (clientId: string) => void = () => {};
  client.on('message', (topic) => {
    const [clientId = '', kind] = topic.split('/').slice(-2);
    if (kind === 'statuses') tell(clientId);
  });
  await client.subscribeAsync(backchannelFilter(scope, tutorId), { qos: 1 });
  const responseTopic = backchannel(scope, tutorId);
  const payload = JSON.stringify({
    'demand-type': 'statuses',
    'demand-parameters': {},
    frequency: 0,
    TTL: 1_000,
    source: 'bench',
    padding,
  });
  const topics = classroom.simulatedClass.devices.flatMap((device) => {
    const { userId, clientId, authType } = device.identity() ?? {};
    if (userId === undefined || clientId === undefined || authType === undefined) return [];
    return [targetTopic(scope, tutorId, { to: 'client', userId, clientId, authType }, 'demands')];
  });
  if (topics.length !== STUDENTS) throw new Error(`only ${topics.length} devices are known`);
  return () =>
    timed(
      'its status',
      () =>
        new Promise<void>((resolve) => {
          const clients = new Set<string>();
          tell = (clientId) => {
            clients.add(clientId);
            if (clients.size === STUDENTS) resolve();
          };
        }),
      async () => {
        for (const topic of topics)
          client.publish(topic, payload, {
            qos: 1,
            properties: { responseTopic, messageExpiryInterval: 60 },
          });
      },
    );
}
