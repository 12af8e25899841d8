/** Builds the console and the site runner's program into `dist`, or leaves them when they are fresh. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inputHash, isBuildFresh, stampBuild } from './build-stamp.ts';
import { precompress } from './precompress.ts';

export type BuildOutcome =
  | { name: 'fresh' }
  | { name: 'built'; ms: number }
  | { name: 'failed'; output: string };

export type BuildOptions = {
  force?: boolean;
  /** The build's own output is kept for a failure. */
  quiet?: boolean;
  /** An abort ends the build and counts as a failure. */
  signal?: AbortSignal;
};

/** The first one empties the folder. */
const CONFIGS = ['vite.config.ts', 'vite.runner.config.ts'];

/** A build takes the place of the last one when it is whole: neither a failed nor a second build disturbs a reader. */
export async function buildConsole(
  root: string,
  { force = false, quiet = true, signal }: BuildOptions = {},
): Promise<BuildOutcome> {
  const startedAt = performance.now();
  // The platform looks for this folder when it starts, which may be before the build has made it.
  await mkdir(join(root, 'dist'), { recursive: true });
  if (!force && (await isBuildFresh(root))) return { name: 'fresh' };
  await mkdir(join(root, '.cache'), { recursive: true });
  const making = await mkdtemp(join(root, '.cache/build-'));
  try {
    // Hashed before building: a file that is saved meanwhile makes the next start build again.
    const hash = await inputHash(root);
    for (const config of CONFIGS) {
      const built = await runVite(root, { config, making, quiet, signal });
      if (!built.ok) return { name: 'failed', output: built.output };
    }
    await precompress(join(making, 'dist'));
    await stampBuild(join(making, 'dist'), hash);
    await replaceBuild(root, making);
    return { name: 'built', ms: performance.now() - startedAt };
  } catch (error) {
    return { name: 'failed', output: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function replaceBuild(root: string, making: string): Promise<void> {
  await rename(join(root, 'dist'), join(making, 'old'));
  await rename(join(making, 'dist'), join(root, 'dist'));
}

function runVite(
  root: string,
  about: { config: string; making: string; quiet: boolean; signal: AbortSignal | undefined },
) {
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    const { config, making, quiet, signal } = about;
    const args = ['build', '--config', config, '--outDir', join(making, 'dist')];
    if (config === CONFIGS[0]) args.push('--emptyOutDir');
    if (quiet) args.push('--logLevel', 'error');
    const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
      signal,
    });
    let output = '';
    const keep = (text: Buffer) => {
      output += text;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => resolve({ ok: false, output: output + error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
