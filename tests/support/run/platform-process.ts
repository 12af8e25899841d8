/** The platform as a process of its own, for tests that end it: with a signal, or from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../../scripts/programs-build.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export type PlatformProcess = {
  pid: number | undefined;
  port: number;
  /** As of `Platform`. */
  origin(label: string): string;
  /** Lines of standard error so far. */
  said: readonly string[];
  signal(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/** Resolves when it is ready; rejects with what it said where it ends before. */
export async function startPlatformProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<PlatformProcess> {
  const child: ChildProcess = spawn(process.execPath, [programFile('platform'), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  if (!child.stdout || !child.stderr) throw new Error('no pipes');
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const found = /^Lectern is ready at .*:(\d+)\)$/.exec(line)?.[1];
      if (found) resolve(Number(found));
    });
    ended.then((how) => reject(new Error(`The platform ended (${how}): ${said.join('\n')}`))).catch(reject);
  });
  return {
    pid: child.pid,
    port,
    origin: (label) => `http://${label}.localhost:${port}`,
    said,
    signal: (signal) => void child.kill(signal),
    ended,
  };
}
