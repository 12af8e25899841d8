/**
 * A console behind 1 Mbit/s that shows a class of 100 with a picture a second, which is several times what the line
 * carries. The live worker itself runs in this process, over the real broker and a line of that rate.
 *
 * - `late-pictures`: of the pictures that arrived, how many were older than two periods. Baseline: the same worker that
 *   is told that every answer of the broker came at once, so that it asks for all.
 * - `confirmation`: from an action on one device to its confirmation, median. Baseline: the same on a free line.
 *
 * Options: `--kbps 1000`, `--settle-ms 30000`, `--ms 45000`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DeviceAddress, LiveBatch, LiveSession } from '#protocol/threads/live-worker.ts';
import { type OpenTransport, openMqttTransport } from '../../workers/live/broker/mqtt-transport.ts';
import { createLive } from '../../workers/live/live.ts';
import { steadyClock } from '../../workers/live/steady-clock.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';
import { bareSession } from './classroom/bare-tutor.ts';
import { type BenchClassroom, median, startBenchClassroom } from './classroom/bench-classroom.ts';
import { createNarrowLine } from './classroom/narrow-line.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { within } from './meters/within.ts';

const STUDENTS = 100;
const GROUP = 'All devices';
const TUTOR = 'admin@demo.example';
const PERIOD_MS = 1_000;
const THUMBNAILS = { quality: 70, intervalMs: PERIOD_MS, width: 320, height: 180 };
const ACTION_EVERY_MS = 2_000;
const LIMIT_MS = 60_000;

type Times = { settleMs: number; forMs: number };

export const bench: Bench = async (context) => {
  const { values } = parseArgs({
    args: [...context.args],
    options: {
      kbps: { type: 'string', default: '1000' },
      'settle-ms': { type: 'string', default: '30000' },
      ms: { type: 'string', default: '45000' },
    },
  });
  const times = { settleMs: Number(values['settle-ms']), forMs: Number(values.ms) };
  const classroom = await startBenchClassroom(context, STUDENTS);
  const line = await createNarrowLine(context, classroom.port);
  const groupId = await groupIdOf(classroom);
  const look = (isPaced: boolean) => lookAt(context, { classroom, port: line.port, groupId, isPaced, times });

  const free = await look(true);
  context.say(`free line: ${told(free)}`);
  line.setRate(Number(values.kbps) * 1_000);
  const unpaced = await look(false);
  context.say(`slow line, all is asked for: ${told(unpaced)}`);
  const paced = await look(true);
  context.say(`slow line: ${told(paced)}`);
  context.report({
    measure: 'late-pictures',
    ours: 100 * shareLate(paced),
    baseline: 100 * shareLate(unpaced),
    unit: '%',
    aim: { atMost: 5 },
  });
  context.report({
    measure: 'confirmation',
    ours: median(paced.waits),
    baseline: median(free.waits),
    unit: 'ms',
    aim: { ratioAtMost: 2 },
  });
};

type Seen = { ages: number[]; waits: number[]; level: number };

const shareLate = ({ ages }: Seen) =>
  ages.filter((age) => age > 2 * PERIOD_MS).length / Math.max(1, ages.length);
const told = (seen: Seen) =>
  `${seen.ages.length} pictures, ${Math.round(median(seen.ages))} ms old, ${(100 * shareLate(seen)).toFixed(1)} % late; ` +
  `confirmed after ${Math.round(median(seen.waits))} ms (${seen.waits.length} actions); level ${seen.level}`;

async function groupIdOf({ port }: BenchClassroom): Promise<string> {
  const { accessToken } = await consoleSession(
    { origin: (label) => `http://${label}.localhost:${port}` },
    TUTOR,
  );
  const answer = await ask(`http://demo.localhost:${port}/v1/groups`, {
    headers: { 'tenant-key': 'demo', authorization: `Bearer ${accessToken}` },
  });
  const found = (JSON.parse(answer.body) as { id: string; name: string }[]).find(
    ({ name }) => name === GROUP,
  );
  if (!found) throw new Error(`there is no ${GROUP}`);
  return found.id;
}

/** Every answer of the broker seems to come at once. */
const unpaced: OpenTransport = async (request, events, signal) => {
  const opened = await openMqttTransport(request, { ...events, roundTrip() {} }, signal);
  return opened.ok
    ? { ...opened, transport: { ...opened.transport, ping: () => events.roundTrip(1) } }
    : opened;
};

/** One worker with one tab, from its start to its end. */
async function lookAt(
  context: BenchContext,
  options: { classroom: BenchClassroom; port: number; groupId: string; isPaced: boolean; times: Times },
): Promise<Seen> {
  const { classroom, port, groupId, isPaced, times } = options;
  const session = await bareSession(classroom, TUTOR, 'bench-line');
  const tab = openTab(isPaced ? openMqttTransport : unpaced, {
    session: { ...session.scope, tutorId: session.tutorId, mqttUrl: `ws://127.0.0.1:${port}/mqtt` },
    token: session.token,
  });
  context.say(`looking for ${Math.round((times.settleMs + times.forMs) / 1_000)} s …`);
  tab.watch(groupId);
  await pause(times.settleMs);
  tab.forget();
  const recipient = tab.anyClient();
  const waits: number[] = [];
  const until = performance.now() + times.forMs;
  for (let isMuted = true; performance.now() < until; isMuted = !isMuted) {
    waits.push(await within(LIMIT_MS, 'the confirmation', tab.mute(recipient, isMuted)));
    await pause(ACTION_EVERY_MS);
  }
  const seen = { ages: tab.ages(), waits, level: tab.level() };
  await tab.close();
  return seen;
}

function openTab(openTransport: OpenTransport, { session, token }: { session: LiveSession; token: string }) {
  let ages: number[] = [];
  let level = 0;
  let lastId = 0;
  let client: DeviceAddress | undefined;
  const confirmed = new Map<string, () => void>();
  const newId = () => `bench-${process.pid}-${performance.now()}-${++lastId}`;
  const port = {
    onmessage: undefined as ((event: { data: { ack: number } }) => void) | undefined,
    postMessage(batch: LiveBatch) {
      level = batch.line?.level ?? level;
      for (const { changes } of batch.watches ?? [])
        for (const { clientId, userId, authType } of changes)
          if (userId !== undefined && authType !== undefined) client ??= { clientId, userId, authType };
      for (const { at, receivedAt } of batch.frames ?? []) ages.push(receivedAt - at);
      for (const { id, answers } of batch.actions ?? [])
        if (answers.some(({ state }) => state === 'confirmed')) confirmed.get(id)?.();
      queueMicrotask(() => port.onmessage?.({ data: { ack: batch.seq } }));
    },
  };
  const picture = { width: 320, height: 180, close() {} } as unknown as ImageBitmap;
  const live = createLive({
    clock: steadyClock,
    random: Math.random,
    newId,
    openTransport,
    tabEnded: () => new Promise(() => {}),
    holdLock: () => Promise.resolve(),
    decode: async () => picture,
    copy: async () => picture,
    log: () => {},
    debug: () => {},
  });
  void live.attach({ tabId: 'tab', session, visible: true, token }, port as unknown as MessagePort, {
    freshToken: async () => token,
  });
  return {
    watch: (groupId: string) =>
      live.watch('tab', 'watch', {
        of: { groupId },
        feeds: ['info', 'statuses', 'thumbnails'],
        thumbnails: THUMBNAILS,
      }),
    forget() {
      ages = [];
    },
    ages: () => ages,
    anyClient(): DeviceAddress {
      if (!client) throw new Error('no device is there');
      return client;
    },
    level: () => level,
    /** Resolves with the milliseconds until the device has confirmed. */
    mute(recipient: DeviceAddress, isMuted: boolean): Promise<number> {
      const id = newId();
      const from = performance.now();
      return new Promise((resolve) => {
        confirmed.set(id, () => resolve(performance.now() - from));
        const request = {
          id,
          action: isMuted ? 'mute' : 'unmute',
          parameters: {},
          askedAt: Date.now(),
        } as const;
        live.act('tab', { ...request, audience: { clients: [recipient] } }, 0);
      });
    },
    close: () => live.shutdown(),
  };
}
