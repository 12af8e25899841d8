/** Starts the WebRTC process. It does not keep this process running and ends with it. */
import { spawn } from 'node:child_process';
import type { Report } from '../process/messages.ts';
import type { Child } from './link.ts';

/** The process usually leaves within a quarter of a second, but a busy machine may take longer. */
const STOP_TIMEOUT_MS = 5_000;

/** The command that runs `process/main.ts`. An agent that is bundled has this program in another file. */
export type WebRtcCommand = {
  /** The path of the executable, such as that of Node. */
  program: string;
  args: readonly string[];
  /** The working directory; that of the agent if absent. */
  cwd?: string | undefined;
};

export type ChildListener = {
  report(report: Report): void;
  /** Called once with the exit code, the signal, or the reason why it could not start. */
  ended(how: string): void;
};

export type StartChild = (listener: ChildListener) => Child;

export const startByCommand =
  ({ program, args, cwd }: WebRtcCommand): StartChild =>
  ({ report, ended }) => {
    // `fork` is not used, because it would pass on the options of a test runner or a launcher.
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    let isOver = false;
    const end = (how: string) => {
      if (isOver) return;
      isOver = true;
      ended(how);
    };
    child.on('message', (message) => {
      if (isOver) return;
      const received = message as Report;
      // From now on the child process no longer keeps this process running.
      if (received.type === 'ready') {
        child.unref();
        child.channel?.unref();
      }
      report(received);
    });
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    child.on('error', (error) => end(error.message));
    return {
      pid: child.pid,
      send(commands, left) {
        const onSent = () => left?.();
        if (child.connected) child.send([...commands], onSent);
        else queueMicrotask(onSent);
      },
      leave() {
        if (child.connected) child.disconnect();
        // The library may hang while its connections close. Then the process does not end by itself.
        const patience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
        child.once('exit', () => clearTimeout(patience));
      },
    };
  };
