/**
 * The lock process and its substitute. Node needs up to a second to start, so a second process waits while
 * something is held. It knows the order, and holds it as soon as the first one has ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { LockMessage, LockOrder } from './messages.ts';

/** The command that runs `lock/main.ts`. An agent that is bundled has this program in another file. */
export type LockCommand = {
  program: string;
  args: readonly string[];
  cwd?: string | undefined;
  /** That of the agent by default. */
  env?: NodeJS.ProcessEnv;
};

/** A process that ends at once, for example without an X server, must not be started in a loop. */
const RESTART_DELAY_MS = 200;

/** Frees the pictures of an order that has ended. */
const NOTHING: LockOrder = { windows: [], name: '', grab: 'nothing' };

export type LockProcesses = {
  /** Starts a process, so that it is ready sooner for the order that follows. */
  begin(): void;
  /** `undefined` releases everything. Resolves when a process has received the order. */
  hold(order: LockOrder | undefined): Promise<void>;
  stop(): void;
  /** The ids of the running processes; the first one holds the order. */
  pids(): readonly number[];
};

export function createLockProcesses(command: LockCommand): LockProcesses {
  let order: LockOrder | undefined;
  let isNeeded = false;
  /** The first one holds the order. */
  let ready: ChildProcess[] = [];
  const running = new Set<ChildProcess>();
  let waiting: (() => void)[] = [];

  const send = (child: ChildProcess, message: LockMessage) => child.send(message, () => {});
  const prepare = (child: ChildProcess) => {
    if (order !== undefined) send(child, { type: 'prepare', order });
  };
  /** The first process holds the order that it was prepared for. */
  const hold = () => {
    const [holder] = ready;
    if (holder === undefined || order === undefined) return;
    send(holder, { type: 'hold' });
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  const start = () => {
    if (!isNeeded || running.size >= 2) return;
    const child = spawn(command.program, [...command.args], {
      cwd: command.cwd,
      env: command.env ?? process.env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    running.add(child);
    let isOver = false;
    const onEnd = () => {
      if (isOver) return;
      isOver = true;
      const wasHolder = ready[0] === child;
      ready = ready.filter((each) => each !== child);
      running.delete(child);
      if (wasHolder) hold();
      setTimeout(start, RESTART_DELAY_MS);
    };
    child.once('message', () => {
      ready.push(child);
      prepare(child);
      if (ready[0] === child) hold();
      // The substitute starts after the first one, which a tutor waits for.
      start();
    });
    child.once('exit', onEnd);
    child.once('error', onEnd);
  };

  const begin = () => {
    isNeeded = true;
    if (running.size === 0) start();
  };

  /** Ends processes, and every wait for an order. */
  const end = (isMeant: (child: ChildProcess) => boolean) => {
    ready = ready.filter((child) => !isMeant(child));
    for (const child of running) if (isMeant(child)) child.kill('SIGKILL');
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  return {
    begin,
    hold(next) {
      const isHeld = order !== undefined;
      order = next;
      isNeeded = next !== undefined;
      if (next === undefined) {
        if (!isHeld) return Promise.resolve();
        // The end of the holder releases everything, even if it hangs. The substitute holds nothing, so it
        // stays and shows the next lock sooner.
        const [holder] = ready;
        const substitute = [...running].find((child) => child !== holder);
        end((child) => child !== substitute);
        for (const child of ready) send(child, { type: 'prepare', order: NOTHING });
        return Promise.resolve();
      }
      const received = new Promise<void>((resolve) => waiting.push(resolve));
      ready.forEach(prepare);
      hold();
      begin();
      if (ready.length > 0) start();
      return received;
    },
    stop() {
      order = undefined;
      isNeeded = false;
      end(() => true);
    },
    pids: () => [...ready].flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
  };
}
