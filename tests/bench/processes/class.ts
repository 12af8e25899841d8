/** A class of simulated devices in a process of its own, so that the bench's own time is that of its tutors. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ClassSetup, ClassState } from './class-process.ts';

export type ClassOfProcess = {
  state(): Promise<ClassState>;
  stop(): Promise<void>;
};

/** Resolves when every device is online. */
export async function startClass(setup: ClassSetup): Promise<ClassOfProcess> {
  const child = fork(fileURLToPath(new URL('./class-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--import', './scripts/leave-with-parent.mjs'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ask = async (message: object): Promise<ClassState> => {
    const answer = new Promise<ClassState>((resolve, reject) => {
      const ended = () => reject(new Error('the class has ended'));
      child.once('exit', ended);
      child.once('message', (state) => {
        child.off('exit', ended);
        resolve(state as ClassState);
      });
    });
    child.send(message);
    return answer;
  };
  await ask(setup);
  return {
    state: () => ask({}),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
