/** Runs one of our programs in a child process: waits for its ready line, forwards its output, stops it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type ChildProgram = {
  /** The ready line, or undefined if the program ended first. */
  ready: Promise<string | undefined>;
  /** The exit code, or the signal that ended the program. */
  ended: Promise<number | string>;
  /** Sends SIGTERM. */
  stop(): void;
  /** Sends SIGKILL. */
  kill(): void;
};

export type ChildProgramOptions = {
  root: string;
  /** A bundled program or a TypeScript file. */
  entry: string;
  args: readonly string[];
  /** Matches the line with which the program reports that it is ready. */
  readyLine: RegExp;
  /** Called for every line of standard output except the ready line. */
  onLine(line: string): void;
};

export function startProgram({ root, entry, args, readyLine, onLine }: ChildProgramOptions): ChildProgram {
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps'];
  const child = spawn(
    process.execPath,
    [...loader, '--import', './scripts/leave-with-parent.mjs', entry, ...args],
    {
      cwd: root,
      // The program reports errors on standard error, which it shares with the launcher.
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
      // Ctrl-C reaches only the launcher, which stops the programs in order: each has a process group.
      detached: true,
    },
  );
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const ready = new Promise<string | undefined>((resolve) => {
    ended.then(() => resolve(undefined)).catch(() => undefined);
    let isReady = false;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!isReady && readyLine.test(line)) {
        isReady = true;
        resolve(line);
      } else {
        onLine(line);
      }
    });
  });
  return { ready, ended, stop: () => void child.kill('SIGTERM'), kill: () => void child.kill('SIGKILL') };
}
