/** Power, sleep and log-out by systemd-logind, over D-Bus. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { PowerAction } from '#domain/devices/power-actions.ts';
import { DONE, type Outcome, REFUSED, UNAVAILABLE } from '../../../../core/outcome.ts';
import { runProgram } from './run-program.ts';

const MANAGER = 'org.freedesktop.login1.Manager';
/** Another person may have to allow it, but nobody is there to be asked. */
const NOT_INTERACTIVE = 'boolean:false';

const CALLS: Readonly<Record<Exclude<PowerAction, 'logout'>, string>> = {
  shutdown: 'PowerOff',
  reboot: 'Reboot',
  sleep: 'Suspend',
};

const call = (method: string, ...args: string[]): Promise<string | undefined> =>
  runProgram('dbus-send', [
    '--system',
    '--print-reply',
    '--dest=org.freedesktop.login1',
    '/org/freedesktop/login1',
    `${MANAGER}.${method}`,
    ...args,
  ]);

export type Logind = {
  power(action: PowerAction): Promise<Outcome>;
  /** Keeps the machine from sleeping. */
  keepAwake(isAwake: boolean): void;
};

/** Undefined: the system has no logind, or the agent may not call it. */
export async function openLogind(env = process.env): Promise<Logind | undefined> {
  if ((await call('CanSuspend')) === undefined) return undefined;
  let inhibitor: ChildProcess | undefined;

  /** The agent's own session by default. */
  const sessionId = async (): Promise<string | undefined> => {
    if (env.XDG_SESSION_ID !== undefined) return env.XDG_SESSION_ID;
    const answer = await call('GetSessionByPID', `uint32:${process.pid}`);
    const [, path] = /object path "([^"]+)"/.exec(answer ?? '') ?? [];
    return path
      ?.split('/')
      .at(-1)
      ?.replace(/^_3(\d)/, '$1');
  };

  async function logOut(): Promise<Outcome> {
    const id = await sessionId();
    if (id === undefined) return UNAVAILABLE;
    return (await call('TerminateSession', `string:${id}`)) === undefined ? REFUSED : DONE;
  }

  return {
    async power(action) {
      if (action === 'logout') return logOut();
      return (await call(CALLS[action], NOT_INTERACTIVE)) === undefined ? REFUSED : DONE;
    },
    keepAwake(isAwake) {
      if (!isAwake) inhibitor?.kill();
      if (isAwake === (inhibitor !== undefined)) return;
      inhibitor = isAwake ? startInhibitor() : undefined;
    },
  };
}

/** The machine may sleep again when this process ends, so also when the agent ends. */
function startInhibitor(): ChildProcess {
  const wait = ['sh', '-c', 'read _'];
  const what = ['--what=sleep:idle', '--who=Lectern', '--why=A policy of the school', '--mode=block'];
  const child = spawn('systemd-inhibit', [...what, ...wait], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => {});
  return child;
}
