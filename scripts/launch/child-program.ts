/** One program of ours in a process of its own: waits for its ready line, passes its words on, ends it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type ChildProgram = {
  /** The text of the ready line; undefined when the program ended first. */
  ready: Promise<string | undefined>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Asks it to stop, once. */
  stop(): void;
  /** Ends it at once. */
  kill(): void;
};

export type ChildProgramOptions = {
  root: string;
  /** A bundled program, or a TypeScript file. */
  entry: string;
  args: readonly string[];
  /** The line that says that the program can be used. */
  readyLine: RegExp;
  /** Every line of standard output other than the ready line. */
  onLine(line: string): void;
};

export function startProgram({ root, entry, args, readyLine, onLine }: ChildProgramOptions): ChildProgram {
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps'];
  const child = spawn(
    process.execPath,
    [...loader, '--import', './scripts/leave-with-parent.mjs', entry, ...args],
    {
      cwd: root,
      // What goes wrong is said by the program itself, on standard error.
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
      // A process group of its own: Ctrl-C reaches only the launcher, which ends the programs in order.
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
