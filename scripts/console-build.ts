/** Builds the console and the site runner's program into `dist`, unless they are up to date. */
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Build, inputHash, isBuildFresh, stampBuild } from './bundle/build-stamp.ts';
import { precompress } from './bundle/precompress.ts';
import { runVite } from './bundle/run-vite.ts';

const build: Build = {
  output: 'dist',
  inputs: [
    'agent/core',
    'agent/mqtt',
    'agent/node',
    'agent/page',
    'agent/peer',
    'agent/runner',
    'agent/student-ui',
    'index.html',
    'package.json',
    'package-lock.json',
    'public',
    'scripts/bundle',
    'src',
    'student',
    'sw',
    'vite.config.ts',
    'vite.runner.config.ts',
    'workers',
  ],
};

export type BuildOutcome = { name: 'fresh' } | { name: 'built' } | { name: 'failed'; output: string };

export type BuildOptions = {
  force?: boolean;
  /** Adds source maps, which cost a quarter of the build's time. */
  hasSourceMaps?: boolean;
  /** Collects the build's output and returns it with a failure, instead of printing it. */
  quiet?: boolean;
  /** An abort stops the build and counts as a failure. */
  signal?: AbortSignal;
};

/** Each build writes to its own folder, because both run in parallel. */
const CONFIGS = { dist: 'vite.config.ts', runner: 'vite.runner.config.ts' };

/** A build replaces the last one only when it is complete, so that no build disturbs a reader. */
export async function buildConsole(
  root: string,
  { force = false, hasSourceMaps = false, quiet = true, signal }: BuildOptions = {},
): Promise<BuildOutcome> {
  // The platform requires this folder when it starts, possibly before the build has finished.
  await mkdir(join(root, 'dist'), { recursive: true });
  if (!force && (await isBuildFresh(root, build))) return { name: 'fresh' };
  await mkdir(join(root, '.cache'), { recursive: true });
  const making = await mkdtemp(join(root, '.cache/build-'));
  try {
    // The hash is computed before the build: a file that is saved meanwhile makes the next start build again.
    const hash = await inputHash(root, build.inputs);
    const run = (folder: keyof typeof CONFIGS, more: readonly string[] = []) =>
      runVite(root, {
        args: ['--config', CONFIGS[folder], '--outDir', join(making, folder), '--emptyOutDir', ...more],
        quiet,
        signal,
      });
    const builds = await Promise.all([run('dist', hasSourceMaps ? ['--sourcemap'] : []), run('runner')]);
    const failure = builds.find(({ ok }) => !ok);
    if (failure) return { name: 'failed', output: failure.output };
    await rename(join(making, 'runner/downloads'), join(making, 'dist/downloads'));
    await stampBuild(join(making, 'dist'), hash);
    await replaceBuild(root, making);
    return { name: 'built' };
  } catch (error) {
    return { name: 'failed', output: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Writes the compressed copies for slower networks. Rejects if the folder is replaced meanwhile. */
export const compressConsole = (root: string): Promise<void> => precompress(join(root, 'dist'));

async function replaceBuild(root: string, making: string): Promise<void> {
  await rename(join(root, 'dist'), join(making, 'old'));
  await rename(join(making, 'dist'), join(root, 'dist'));
}
