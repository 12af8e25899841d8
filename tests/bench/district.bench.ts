/**
 * What a connected device costs the platform at 300, 1,000 and 3,000 of them (`--sizes 300,1000`): processor, memory, bytes
 * and database. Nobody looks at the devices at first; then a tutor looks at one group, the same number of devices in each
 * size. Counted by the platform itself (`/metrics`) over `--seconds` (60), which is how often a device says that it is there; the class runs in another process.
 *
 * The baseline is the cost per device at the first size. What one group that is looked at adds is told for the whole
 * group, against the first size: a larger school must not make one lesson dearer.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../support/processes/free-port.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';
import { demandThumbnails } from './classroom/bare-tutor.ts';
import { startBenchClass, startBenchPlatform } from './classroom/bench-classroom.ts';
import { collectGarbage, inspectorAt } from './meters/collect-garbage.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { type PlatformCost, readPlatformCost } from './meters/platform-cost.ts';

const SETTLE_MS = 10_000;
/** What is written of devices that have come is written in their first minute; that is no cost of being there. */
const AT_REST = { statements: 5, inMs: 5_000 };
/** A lesson, whatever the size of the school. */
const WATCHED = 30;
const TUTOR = 'maintainer@demo.example';
const FLAT = { ratioAtMost: 1.2 };

/** `empty`: the platform before anybody connects, which is nobody's cost. */
type Size = Record<'empty' | 'idle' | 'watched', PlatformCost> & { devices: number };

export const bench: Bench = async (context) => {
  const { values } = parseArgs({
    args: [...context.args],
    options: {
      sizes: { type: 'string', default: '300,1000,3000' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const sizes: Size[] = [];
  for (const devices of values.sizes.split(',').map(Number))
    sizes.push(await measureSize(context, devices, Number(values.seconds)));
  const [first, ...larger] = sizes;
  if (first === undefined) throw new Error('--sizes names none');
  reportSize(context, first);
  for (const size of larger) reportSize(context, size, first);
};

async function measureSize(context: BenchContext, devices: number, seconds: number): Promise<Size> {
  const undos: (() => Promise<void> | void)[] = [];
  const own = { ...context, atEnd: (undo: () => Promise<void> | void) => void undos.push(undo) };
  try {
    const inspectorPort = await freePort();
    // The platform alone: the class in the next process has none.
    process.env.NODE_OPTIONS = inspectorAt(inspectorPort);
    const platform = await startBenchPlatform(own, devices);
    delete process.env.NODE_OPTIONS;
    const cost = () => costOf(platform.port, inspectorPort, seconds);
    await atRest(platform.port);
    const empty = await cost();
    const { classFile } = await startBenchClass(own, platform, { students: devices, pictures: 'recorded' });
    const groupId = await makeGroup(
      platform.port,
      classFile.devices.slice(0, WATCHED).map(({ hostname }) => hostname),
    );
    await atRest(platform.port);
    const idle = await cost();
    const stop = await demandThumbnails(own, platform, {
      email: TUTOR,
      groupId,
      intervalMs: 5_000,
      quality: 22,
      width: 320,
      height: 180,
    });
    await pause(SETTLE_MS);
    const watched = await cost();
    await stop();
    context.say(`${devices} devices: ${JSON.stringify({ empty, idle, watched })}`);
    return { devices, empty, idle, watched };
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
}

/** Resolves when the platform has written what it writes of those who have come. */
async function atRest(port: number): Promise<void> {
  await pause(SETTLE_MS);
  for (;;) {
    const before = await readPlatformCost(port);
    await pause(AT_REST.inMs);
    const { statements } = await readPlatformCost(port);
    if (statements - before.statements <= AT_REST.statements) return;
  }
}

/** A second of it, over so many seconds; of its memory what is left of it after a collection. */
async function costOf(port: number, inspectorPort: number, seconds: number): Promise<PlatformCost> {
  const before = await readPlatformCost(port);
  const from = performance.now();
  await pause(seconds * 1_000);
  const after = await readPlatformCost(port);
  const passed = (performance.now() - from) / 1_000;
  const each = (name: keyof PlatformCost) => (after[name] - before[name]) / passed;
  // After the figures above: a collection takes processor time.
  await collectGarbage(inspectorPort);
  const { memoryBytes } = await readPlatformCost(port);
  return {
    cpuSeconds: each('cpuSeconds'),
    brokerBytes: each('brokerBytes'),
    statements: each('statements'),
    memoryBytes,
  };
}

/** Of exactly these devices; answers its id. */
async function makeGroup(port: number, patterns: readonly string[]): Promise<string> {
  const { accessToken } = await consoleSession(
    { origin: (label) => `http://${label}.localhost:${port}` },
    TUTOR,
  );
  const call = async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const answer = await ask(`http://demo.localhost:${port}/v1/groups${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'tenant-key': 'demo',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const { id } = await call('POST', '', { definitionName: 'deviceMatchGroup', name: 'Watched' });
  await call('PUT', `/${id}/patterns`, { patterns });
  return id;
}

function reportSize(context: BenchContext, size: Size, first?: Size): void {
  const line = (measure: string, unit: string, of: (size: Size) => number) =>
    context.report({
      measure: `${measure}-${size.devices}`,
      ours: of(size),
      unit,
      ...(first !== undefined && { baseline: of(first), aim: FLAT }),
    });
  const each =
    (name: keyof PlatformCost, scale: number) =>
    ({ devices, idle, empty }: Size) =>
      (scale * Math.max(0, idle[name] - empty[name])) / devices;
  const lesson =
    (name: keyof PlatformCost, scale: number) =>
    ({ watched, idle }: Size) =>
      scale * Math.max(0, watched[name] - idle[name]);
  line('cpu', 'µs a device and second', each('cpuSeconds', 1e6));
  line('memory', 'KiB a device', each('memoryBytes', 1 / 1_024));
  line('bytes', 'bytes a device and minute', each('brokerBytes', 60));
  line('statements', 'statements a device and hour', each('statements', 3_600));
  line('watched-cpu', 'ms a second, of one group that is looked at', lesson('cpuSeconds', 1e3));
  line('watched-bytes', 'KiB a second, of one group that is looked at', lesson('brokerBytes', 1 / 1_024));
}
