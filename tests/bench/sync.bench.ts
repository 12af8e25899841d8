/**
 * An import of 50,000 people and 10,000 devices (`--people N`, `--devices N`) from the stand-in of Google, by a platform in
 * this process on the embedded database. The stand-in takes `--page-ms` (150) for a page of people or devices, as a provider
 * on the Internet does: without that, the baseline would be the time of a loop.
 *
 * `wall-time`: both jobs at once, against reading the same pages, both lists at once, and doing nothing with them.
 * `second-run`: the same once more, where nothing has changed, against the first; what it has to wait for the directory is
 * the same, so `second-work`, without the time of the bare paging, says more. `tutor-p95`: `GET /groups` of a maintainer
 * during the first run, against as many calls while nothing runs; `room-p95` and `action-p95`: the same of a message in a
 * chat room, and of an action, from a tutor to a device. `memory`: what the process has in the last quarter of the first
 * run, against its second quarter.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import type { Directory, Read } from '../../server/directories/directory.ts';
import { createGoogleDirectory } from '../../server/directories/google/google-directory.ts';
import { GOOGLE_STAND_IN_CLIENT } from '../../server/directories/stand-ins/google-stand-in.ts';
import { startClassroom } from '../support/classroom/running-classroom.ts';
import { ask, consoleSession, idTokenOf } from '../support/tutors/platform-session.ts';
import { median, percentile } from './classroom/bench-classroom.ts';
import { openLesson } from './classroom/lesson-probe.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';

/** A person may say 120 messages in a minute, and a tutor's log takes 300 actions. */
const EVERY_MS = { tutor: 40, room: 550, action: 250 } as const;
const QUIET_MS = 15_000;
const SAMPLE_MS = 250;
const POLL_MS = 100;
const JOBS = [
  { name: 'People of the bench', ou: '/Students', importSettings: { users: {} } },
  { name: 'Devices of the bench', ou: '/Devices', importSettings: { devices: {} } },
];

type Classroom = Awaited<ReturnType<typeof startClassroom>>;

export const bench: Bench = async (context) => {
  const { values } = parseArgs({
    args: [...context.args],
    options: {
      people: { type: 'string', default: '50000' },
      devices: { type: 'string', default: '10000' },
      'page-ms': { type: 'string', default: '150' },
    },
  });
  const classroom = await startClassroom();
  context.atEnd(() => classroom.close());
  const standIn = classroom.platform.standIns.google;
  if (standIn === undefined) throw new Error('there is no stand-in of Google');
  standIn.school.crowd.people = Number(values.people);
  standIn.school.crowd.devices = Number(values.devices);
  const slow = { name: 'slow', ms: Number(values['page-ms']) } as const;
  standIn.provoke(slow, { path: '/admin/directory', times: Number.POSITIVE_INFINITY });

  const lesson = await openLesson(context, classroom);
  const work = { tutor: await groupReader(classroom), room: lesson.roomMessage, action: lesson.action };
  const quiet = await workWhile(work, () => pause(QUIET_MS));
  const directory = createGoogleDirectory({
    client: GOOGLE_STAND_IN_CLIENT,
    places: standIn.places,
    refreshToken: standIn.refreshToken,
    fetch: globalFetch,
    clock: systemClock,
  });
  const bareMs = await timed(() => pageThrough(directory));
  context.say(`bare paging: ${Math.round(bareMs)} ms`);

  const admin = await administrator(classroom);
  const ids = await Promise.all(JOBS.map((job) => admin.add(job)));
  const memory = sampleMemory();
  const first = await workWhile(work, () => admin.run(ids));
  const samples = memory.stop();
  context.say(`first run: ${Math.round(first.ms)} ms, ${await admin.counts(ids)}`);
  const second = await workWhile(work, () => admin.run(ids));
  context.say(`second run: ${Math.round(second.ms)} ms, ${await admin.counts(ids)}`);
  report(context, { bareMs, first, second, quiet, samples });
};

type Work = Readonly<Record<'tutor' | 'room' | 'action', () => Promise<unknown>>>;
type Run = { ms: number; calls: Record<keyof Work, readonly number[]> };
type Measured = {
  bareMs: number;
  first: Run;
  second: Run;
  quiet: Run;
  samples: readonly number[];
};

function report(context: BenchContext, { bareMs, first, second, quiet, samples }: Measured): void {
  const reading = (measure: string, ours: number, baseline: number, ratioAtMost: number, unit = 'ms') =>
    context.report({ measure, ours, baseline, unit, aim: { ratioAtMost } });
  reading('wall-time', first.ms, bareMs, 3);
  reading('second-run', second.ms, first.ms, 0.3);
  reading('second-work', Math.max(0, second.ms - bareMs), Math.max(1, first.ms - bareMs), 0.3);
  const p95 = (kind: keyof Work, ratioAtMost: number) =>
    reading(
      `${kind}-p95`,
      percentile(first.calls[kind], 0.95),
      percentile(quiet.calls[kind], 0.95),
      ratioAtMost,
    );
  p95('tutor', 3);
  p95('room', 2);
  p95('action', 2);
  const quarter = Math.floor(samples.length / 4);
  const early = median(samples.slice(quarter, 2 * quarter));
  reading('memory', median(samples.slice(3 * quarter)), early, 1.2, 'MB');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Both lists at once, as both jobs read them. */
async function pageThrough(directory: Directory): Promise<void> {
  const signal = new AbortController().signal;
  async function all(read: (after: string | undefined) => Promise<Read<{ next: string | undefined }>>) {
    let after: string | undefined;
    do {
      const page = await read(after);
      if (page.name !== 'read') throw new Error(`the stand-in answered ${page.name}`);
      after = page.value.next;
    } while (after !== undefined);
  }
  await Promise.all([
    all((after) => directory.people({ ou: '/Students' }, after, signal)),
    all((after) => directory.devices({ ou: '/Devices' }, after, signal)),
  ]);
}

async function groupReader({ platform, consoleUrl }: Classroom): Promise<() => Promise<void>> {
  const { accessToken } = await consoleSession(platform, 'maintainer@demo.example');
  const headers = { authorization: `Bearer ${accessToken}`, 'tenant-key': 'demo' };
  return async () => {
    const answer = await ask(`${consoleUrl}/v1/groups`, { headers });
    if (answer.status !== 200) throw new Error(`GET /groups: ${answer.status}`);
  };
}

/** Milliseconds of each call. */
async function repeat(
  call: () => Promise<unknown>,
  everyMs: number,
  isEnough: () => boolean,
): Promise<number[]> {
  const calls: number[] = [];
  while (!isEnough()) {
    calls.push(await timed(call));
    await pause(everyMs);
  }
  return calls;
}

/** What people do meanwhile, all at once. */
async function workWhile(work: Work, run: () => Promise<void>): Promise<Run> {
  let isDone = false;
  const running = timed(run).finally(() => {
    isDone = true;
  });
  const during = (kind: keyof Work) => repeat(work[kind], EVERY_MS[kind], () => isDone);
  const [tutor, room, action] = await Promise.all([during('tutor'), during('room'), during('action')]);
  return { ms: await running, calls: { tutor, room, action } };
}

async function administrator({ platform, consoleUrl }: Classroom) {
  const idToken = await idTokenOf(platform, 'admin@demo.example');
  const json = { 'content-type': 'application/json', 'tenant-key': 'demo' };
  const login = await ask(`${consoleUrl}/auth/login`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ realm: 'admin' }),
  });
  const { accessToken } = JSON.parse(login.body) as { accessToken: string };
  const headers = { ...json, authorization: `Bearer ${accessToken}` };
  async function call<T>(path: string, body?: object): Promise<T> {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await ask(`${consoleUrl}/v1${path}`, { headers, ...sent });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body) as T;
  }
  type Job = { id: string; run?: object; mergeStatus: { success: boolean; humanError?: string } | null };
  return {
    add: async ({ name, ou, importSettings }: (typeof JOBS)[number]): Promise<string> => {
      const job = { name, importSettings, integrationId: 'google-schools', siteId: 'riverside' };
      const settings = { enabled: false, frequency: 12, directorySettings: { ou } };
      return (await call<{ id: string }>('/syncs', { ...job, ...settings })).id;
    },
    async run(ids: readonly string[]): Promise<void> {
      for (const id of ids) await call(`/syncs/${id}/run`, {});
      for (;;) {
        const jobs = (await call<Job[]>('/syncs')).filter(({ id }) => ids.includes(id));
        const failed = jobs.find(({ run, mergeStatus }) => run === undefined && !mergeStatus?.success);
        if (failed) throw new Error(failed.mergeStatus?.humanError);
        if (jobs.every(({ run }) => run === undefined)) return;
        await pause(POLL_MS);
      }
    },
    async counts(ids: readonly string[]): Promise<string> {
      const runs = await Promise.all(
        ids.map((id) => call<{ read: number; added: number }[]>(`/syncs/${id}/runs`)),
      );
      return runs.map(([run]) => `${run?.read} read, ${run?.added} added`).join('; ');
    },
  };
}

/** Megabytes of the process. */
function sampleMemory() {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(process.memoryUsage().rss / 1024 ** 2), SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}
