/**
 * A desktop of its own: an X server without a screen but with two displays, a window manager, notifications,
 * a sound server without a sound card, and message buses. Nothing of it touches the desktop of the developer.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../../contracts/agents/eventually.ts';
import { ensureDesktopPackages } from './desktop-packages.ts';

export type LinuxDesktop = {
  env: NodeJS.ProcessEnv;
  /** The home of the person at the desktop; removed at the end. */
  home: string;
  /** Output of the notification service: one line for each field of a notification that it has shown. */
  notices: readonly string[];
  /** Runs a program on this desktop to its end. Rejects with its output if it fails. */
  run(program: string, ...args: string[]): Promise<string>;
  /** Starts a program on this desktop. It ends with the desktop. */
  start(program: string, ...args: string[]): ChildProcess;
  stop(): Promise<void>;
};

const SCREEN = '2560x720x24';
/** Monitors as `xrandr --setmonitor` takes them. */
const MONITORS = [
  ['left', '1280/340x720/190+0+0', 'screen'],
  ['right', '1280/340x720/190+1280+0', 'none'],
] as const;

const LOGIND = [
  'dbus-send',
  '--system',
  '--print-reply',
  '--dest=org.freedesktop.login1',
  '/org/freedesktop/login1',
  'org.freedesktop.login1.Manager.CanSuspend',
] as const;

export async function startLinuxDesktop(): Promise<LinuxDesktop> {
  await ensureDesktopPackages();
  const home = mkdtempSync(join(tmpdir(), 'lectern-desktop-'));
  const runtime = join(home, '.runtime');
  mkdirSync(runtime, { mode: 0o700 });
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_STATE_HOME: join(home, '.local/state'),
    PULSE_SERVER: `unix:${runtime}/pulse/native`,
  };
  const children: ChildProcess[] = [];
  const notices: string[] = [];

  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    child.on('error', () => {});
    child.stdout?.resume();
    children.push(child);
    return child;
  };
  /** Starts a server and returns the line in which it prints its address. */
  const started = async (program: string, ...args: string[]): Promise<string> => {
    const child = start(program, ...args);
    if (child.stdout === null) throw new Error('no pipe');
    for await (const line of createInterface({ input: child.stdout })) {
      child.stdout.resume();
      return line;
    }
    throw new Error(`${program} has ended`);
  };
  const run = (program: string, ...args: string[]) => runToEnd(program, args, env);

  async function stop(): Promise<void> {
    for (const child of children.toReversed()) child.kill('SIGKILL');
    await Promise.all(children.map(hasEnded));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    // Without the last switch it forgets its monitors whenever no program is connected.
    const options = ['-screen', '0', SCREEN, '-nolisten', 'tcp', '-displayfd', '1', '-noreset'];
    env.DISPLAY = `:${await started('Xvfb', ...options)}`;
    env.DBUS_SESSION_BUS_ADDRESS = await started('dbus-daemon', '--session', '--nofork', '--print-address=1');
    // No service of the machine is on this bus, so no test switches it off.
    env.DBUS_SYSTEM_BUS_ADDRESS = env.DBUS_SESSION_BUS_ADDRESS;
    for (const monitor of MONITORS) await run('xrandr', '--setmonitor', ...monitor);
    start('openbox');
    start('/usr/bin/python3', '-m', 'dbusmock', '--system', '--template', 'logind');
    collectLines(start('dunst', '-print'), notices);
    start(
      'pulseaudio',
      '-n',
      '--exit-idle-time=-1',
      '-L',
      'module-native-protocol-unix',
      '-L',
      'module-null-sink',
    );
    await eventually(
      'the sound server',
      () => run('pactl', 'info').catch(() => ''),
      (text) => text !== '',
    );
    await eventually(
      'the login service',
      () => run(...LOGIND).catch(() => ''),
      (text) => text !== '',
    );
    await eventually(
      'the window manager',
      () => run('wmctrl', '-m').catch(() => ''),
      (text) => text !== '',
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, home, notices, run, start, stop };
}

function collectLines({ stdout }: ChildProcess, lines: string[]): void {
  if (stdout !== null) createInterface({ input: stdout }).on('line', (line) => lines.push(line));
}

function runToEnd(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        output += String(data);
      });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output.trimEnd()) : reject(new Error(`${program}: ${output}`)),
    );
  });
}

const hasEnded = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
