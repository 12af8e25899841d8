/** Starts the process of the WebRTC. It does not keep this one running, and ends with it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report } from '../webrtc-process/messages.ts';
import type { Child } from './link.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const ENTRY = fileURLToPath(new URL('../webrtc-process/main.ts', import.meta.url));

/** The process leaves within a quarter of a second; a busy machine may take longer. */
const LEAVES_WITHIN_MS = 5_000;

export type ChildListener = {
  report(report: Report): void;
  /** Once: the exit code, the signal that ended it, or why it could not be started. */
  ended(how: string): void;
};

export type StartChild = (listener: ChildListener) => Child;

export const startChild: StartChild = ({ report, ended }) => {
  // Not `fork`: the options of this process are those of a test runner, or of a launcher.
  const child = spawn(process.execPath, ['--import', 'tsx', ENTRY], {
    cwd: ROOT,
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
    const said = message as Report;
    // From now on it is others who keep this process running, if anybody does.
    if (said.type === 'ready') {
      child.unref();
      child.channel?.unref();
    }
    report(said);
  });
  child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  child.on('error', (error) => end(error.message));
  return {
    pid: child.pid,
    send(commands, left) {
      const told = () => left?.();
      if (child.connected) child.send([...commands], told);
      else queueMicrotask(told);
    },
    leave() {
      if (child.connected) child.disconnect();
      // The library may stand still while its connections are closed: then the process does not end by itself.
      const patience = setTimeout(() => child.kill('SIGKILL'), LEAVES_WITHIN_MS).unref();
      child.once('exit', () => clearTimeout(patience));
    },
  };
};
