/** The site runner as administrators get it: the bundled file, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Bundles the program as the build does. Resolves with its file, alone in a folder that `remove` removes. */
export async function bundleRunner(): Promise<{ file: string; folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-runner-'));
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [
    vite,
    'build',
    '--config',
    'vite.runner.config.ts',
    '--outDir',
    folder,
    '--logLevel',
    'error',
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the runner could not be bundled (${code})`);
  return {
    file: join(folder, 'downloads/lectern-runner.mjs'),
    folder,
    remove: () => rm(folder, { recursive: true }),
  };
}

export type StartedRunner = {
  /** Everything that it has said. */
  said(): string;
  /** The exit code, when it has ended. */
  ended: Promise<number | null>;
  pid: number | undefined;
  stop(): Promise<number | null>;
};

/** `input`: what is typed at its terminal. */
export function startRunner(
  file: string,
  args: readonly string[],
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): StartedRunner {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  child.stdin?.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    said: () => text,
    ended,
    pid: child.pid,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
