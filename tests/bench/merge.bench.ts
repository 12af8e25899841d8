/**
 * How many records a second the live worker takes from its connection, merges and hands to a tab: the feedback of
 * 1,000 devices (statuses, tabs, applications; about a kilobyte each, every one with something new), while a tab
 * shows them. Baseline: mqtt.js in a worker that only counts them, `baselines/bare-mqtt-counter.ts`. The time runs
 * from the first record until the last one, which is marked, has left the worker for the tab (that batch's
 * `sentAt`); the counter's until it has counted it. Ours and the counter by turns, medians over the rounds.
 *
 * - `messages-per-second`: both are fed by `replay-broker.ts` in this process with packets that were made beforehand,
 *   as fast as their socket takes them. This is the more demanding test, and so the one that counts: behind the real
 *   broker both run at the broker's speed on a small machine, and their ratio is near 1 whatever the worker costs.
 * - `broker-messages-per-second`: the same through the real broker, by a connection for each device
 *   (`feedback-generator.ts`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { groupFeedback, groupFeedbackFilter } from '#protocol/topics.ts';
import { serveBaselines } from './baseline-page.ts';
import { type BareSession, bareSession } from './classroom/bare-tutor.ts';
import { median, startBenchClassroom } from './classroom/bench-classroom.ts';
import { createBrokerFront } from './classroom/broker-front.ts';
import { introduction, personOf, SPOKEN_KINDS, spoken } from './classroom/class-feedback.ts';
import { startGenerator } from './classroom/feedback-generator.ts';
import { publishPacket } from './classroom/publish-packet.ts';
import { createReplayBroker } from './classroom/replay-broker.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { type Listener, type OpenListener, openCounter, openOurs } from './meters/merge-listeners.ts';

const DEVICES = 1_000;
const TUTOR = 'maintainer@demo.example';
const GROUP = { id: 'g-886', name: 'All devices' };
const ROUNDS = 3;
/** Records of each kind that a device says in one round of the replay. */
const VERSIONS = 12;
const BROKER_MESSAGES = 15_000;
const SETTLE_MS = 3_000;

/** Something that talks to whoever listens. `flood` answers when it began. */
type Speaker = {
  count: number;
  introduce(sessionVersion: number): Promise<unknown>;
  flood(sessionVersion: number): Promise<{ startedAt: number }>;
};
let sessionVersion = 1_000;

export const bench: Bench = async (context) => {
  const front = await createBrokerFront(context);
  const classroom = await startBenchClassroom(context, DEVICES, { simulated: 0, mqttUrl: front.mqttUrl });
  front.setTarget(classroom.port);
  const session = { ...(await bareSession(classroom, TUTOR, 'counter')), url: front.mqttUrl };
  const filter = groupFeedbackFilter(session.scope, GROUP.id);
  const baselines = await serveBaselines(context, classroom.browser, {
    'counter-page': new URL('./baselines/counter-page.ts', import.meta.url),
    'bare-mqtt-counter': new URL('./baselines/bare-mqtt-counter.ts', import.meta.url),
  });
  const counter = openCounter(baselines, session, filter);
  const request = {
    tutor: await classroom.signedIn(TUTOR),
    group: GROUP.name,
    cards: DEVICES,
    address: `${classroom.consoleUrl}/group/${GROUP.id}`,
    viewport: { width: 1_600, height: 1_000 },
  };

  const replay = createReplayBroker(context);
  front.divert(replay.take);
  const replayed = await compare(context, 'replay', replaySpeaker(session, replay), {
    ours: openOurs(classroom, request, () => replay.subscribed(filter)),
    counter,
  });
  front.divert(undefined);
  context.report({ measure: 'messages-per-second', ...replayed, unit: '1/s', aim: { ratioAtLeast: 0.6 } });

  context.say(`connecting ${DEVICES} devices …`);
  const generator = await startGenerator(context, classroom, front, { devices: DEVICES, groupId: GROUP.id });
  const speaker: Speaker = {
    count: BROKER_MESSAGES + 1,
    introduce: generator.introduce,
    flood: (version) => generator.flood(BROKER_MESSAGES, version),
  };
  const throughBroker = await compare(context, 'broker', speaker, {
    // The first picture of a card comes with the subscription standing.
    ours: openOurs(classroom, request, () => pause(SETTLE_MS)),
    counter,
  });
  context.report({
    measure: 'broker-messages-per-second',
    ...throughBroker,
    unit: '1/s',
    aim: { ratioAtLeast: 0.6 },
  });
};

async function compare(
  context: BenchContext,
  source: string,
  speaker: Speaker,
  listeners: Record<'ours' | 'counter', OpenListener>,
): Promise<{ ours: number; baseline: number }> {
  const rates: Record<'ours' | 'counter', number[]> = { ours: [], counter: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const who of ['ours', 'counter'] as const) {
      const listener = await listeners[who]();
      rates[who].push(await rateOf(listener, speaker));
      await listener.close();
      context.say(`${source}, ${who}: ${Math.round(rates[who].at(-1) ?? 0)} records a second`);
    }
  }
  return { ours: median(rates.ours), baseline: median(rates.counter) };
}

async function rateOf(listener: Listener, speaker: Speaker): Promise<number> {
  sessionVersion += 1;
  await speaker.introduce(sessionVersion);
  await listener.ready();
  await pause(SETTLE_MS);
  sessionVersion += 1;
  const { heard } = await listener.expect({ count: speaker.count, sessionId: `session-${sessionVersion}` });
  const { startedAt } = await speaker.flood(sessionVersion);
  return (speaker.count / ((await heard) - startedAt)) * 1_000;
}

function replaySpeaker({ scope }: BareSession, replay: ReturnType<typeof createReplayBroker>): Speaker {
  const people = Array.from({ length: DEVICES }, (_, i) => personOf(i));
  const packet = (clientId: string, kind: string, record: object) =>
    publishPacket(`${groupFeedback(scope, GROUP.id)}/${clientId}/${kind}`, JSON.stringify(record));
  const introductions = people.map((person) => packet(person.clientId, 'info', introduction(person)));
  const records = Array.from({ length: VERSIONS }, (_, version) =>
    SPOKEN_KINDS.flatMap((kind) =>
      people.map((person) => packet(person.clientId, kind, spoken(person, kind, version))),
    ),
  ).flat();
  const last = (version: number) =>
    packet(personOf(0).clientId, 'statuses', spoken(personOf(0), 'statuses', version));
  return {
    count: records.length + 1,
    introduce: (version) => replay.play([...introductions, last(version)]),
    flood: (version) => replay.play([...records, last(version)]),
  };
}
