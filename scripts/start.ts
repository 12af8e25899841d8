/** `npm start`: the production build, the platform and a class of simulated students, from one terminal. */
import type { PlatformOptions } from '../server/base/platform-options.ts';
import { buildOwnExtension } from './bundle/extension-build.ts';
import { failed } from './command-options.ts';
import { buildConsole, compressConsole } from './console-build.ts';
import { type ChildProgram, startProgram } from './launch/child-program.ts';
import { launchWith } from './launch/launch-options.ts';
import { onStopSignals } from './launch/stop-signals.ts';
import { readDemoSite, startStudents } from './launch/students.ts';
import { welcomeTable } from './launch/welcome-table.ts';
import { buildPrograms, programFile } from './programs-build.ts';

const USAGE = 'npm start -- [options]   runs a classroom: console, platform and simulated students';

export const main = (args: readonly string[]): Promise<number> =>
  launchWith(args, USAGE, (options) => run(options, args));

async function run(options: PlatformOptions, args: readonly string[]): Promise<number> {
  const root = process.cwd();
  const startedAt = performance.now();
  const printStep = (what: string) =>
    console.log(`  ${what} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  const building = new AbortController();
  const programs: ChildProgram[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll(programs, building);
    return stopping;
  };
  const removeListeners = onStopSignals({
    first: () => {
      console.log('\nStopping …');
      void stop();
    },
    second: () => {
      for (const program of programs) program.kill();
      process.exit(1);
    },
  });

  /** Stops everything and returns the exit code: 0 if the user requested the stop. */
  const end = async (sentence?: string): Promise<number> => {
    const isRequested = stopping !== undefined;
    await stop();
    removeListeners();
    if (isRequested) return 0;
    return sentence === undefined ? 1 : failed(sentence);
  };

  console.log('Starting Lectern …');
  if (options.school !== undefined) {
    console.log(`  a school of ${options.school} devices is filled at its first start, which takes a while`);
  }
  const build = buildConsole(root, { signal: building.signal });
  const bundled = await buildPrograms(root).catch((error: Error) => error);
  if (stopping) return end();
  if (bundled) return end(`The platform could not be built:\n${bundled.message}`);
  const tenants: string[] = [];
  const platform = startProgram({
    root,
    entry: programFile('platform'),
    args: args.filter((arg) => arg !== '--reset'),
    readyLine: /^Lectern is ready\b/,
    onLine: (line) => tenants.push(line),
  });
  programs.push(platform);
  const readyLine = await platform.ready;
  // The platform has printed the reason itself.
  if (readyLine === undefined) return end(unlessReported('The platform', await platform.ended));
  const port = Number(/:(\d+)/.exec(readyLine)?.[1] ?? options.port);
  printStep('platform ready');

  const site = options.empty ? undefined : await readDemoSite(options.dataDir);
  const students = site && options.students > 0 ? startStudents(root, options, port) : undefined;
  if (students) programs.push(students);
  const built = await build;
  if (stopping) return end();
  if (built.name === 'failed') return end(`The console could not be built:\n${built.output}`);
  if (built.name === 'built') printStep('console built');
  const gone = platform.ended.then(
    (how) => `The platform ended unexpectedly (${how}); everything was stopped.`,
  );
  if (students) {
    const first = await Promise.race([students.ready.then((line) => ({ line })), gone]);
    if (typeof first === 'string') return end(first);
    if (first.line === undefined) return end(unlessReported('The simulated class', await students.ended));
    printStep(`${options.students} students online, and up to 3 more come and go`);
  }

  console.log(welcomeTable(options, port, { site, tenants }));
  // Both run last, because the class needs the processor first. Until then files are served uncompressed, and
  // the Chrome extension is that of the last build.
  compressConsole(root).catch(() => undefined);
  buildOwnExtension(root, building.signal).catch((error: Error) => {
    if (!building.signal.aborted) console.error(error.message);
  });
  return end(await gone);
}

/** The students stop first, so that their last wills reach the platform, which then saves and stops. */
async function stopAll(programs: readonly ChildProgram[], building: AbortController): Promise<void> {
  building.abort();
  for (const program of [...programs].reverse()) {
    program.stop();
    await program.ended;
  }
}

/** A program that ended with code 1 has printed the reason itself. */
const unlessReported = (who: string, how: number | string) =>
  how === 1 ? undefined : `${who} ended before it was ready (${how}).`;
