/** The lock of the Linux agent, attacked as a student would, on a desktop with two displays. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SOURCE_COMMAND } from '../../../agent/desktop/platform/linux/lock/lock-command.ts';
import { createLockProcesses } from '../../../agent/desktop/platform/linux/lock/lock-processes.ts';
import { createScreenHold } from '../../../agent/desktop/platform/linux/lock/screen-hold.ts';
import type { XMonitor } from '../../../agent/desktop/platform/linux/x11/x-monitors.ts';
import { type LinuxDesktop, startLinuxDesktop } from '../../support/linux-desktop/linux-desktop.ts';
import { openXWitness, type XWitness } from '../../support/linux-desktop/x-witness.ts';
import { eventually, isFalse, isMissing, isTrue } from './eventually.ts';

const START_TIMEOUT_MS = 60_000;
/** A killed lock is back within this time, measured from the end of its process. */
const RETURN_MS = 300;
const TEXT = 'Eyes to the front';
const LOCK = { name: 'message', text: TEXT, blocks: [] } as const;

let desktop: LinuxDesktop;
let witness: XWitness;
let places: readonly XMonitor[];
let processes: ReturnType<typeof createLockProcesses>;
let hold: ReturnType<typeof createScreenHold>;

beforeAll(async () => {
  desktop = await startLinuxDesktop();
  witness = await openXWitness(desktop.env.DISPLAY ?? '');
  places = await witness.monitors();
  processes = createLockProcesses({ ...SOURCE_COMMAND, env: { ...process.env, ...desktop.env } });
  hold = createScreenHold({ processes, places: () => places });
}, START_TIMEOUT_MS);
afterEach(async () => {
  await hold.lock(undefined);
  await hold.blockInputs(false);
  await eventually('the open screen', witness.coverName, isMissing);
});
afterAll(async () => {
  hold?.stop();
  witness?.close();
  await desktop?.stop();
});

async function lock(): Promise<void> {
  await hold.lock(LOCK);
  await eventually('the lock', witness.coverName, (name) => name === TEXT);
  await eventually('the grabs', witness.areInputsHeld, isTrue);
}

const isLocked = () => eventually('the lock', witness.coverName, (name) => name === TEXT);

const substituteIsReady = () =>
  eventually(
    'the substitute',
    () => processes.pids().length,
    (count) => count === 2,
  );
const nextProcess = (before: number | undefined) =>
  eventually(
    'the next process',
    () => processes.pids()[0],
    (pid) => pid !== undefined && pid !== before,
  );

it('covers both displays, and holds keyboard and pointer until the unlock', async () => {
  await lock();
  await hold.lock(undefined);
  await eventually('the open screen', witness.coverName, isMissing);
  expect(await witness.areInputsHeld()).toBe(false);
});

it('stays over new windows, and over windows that are brought to the front', async () => {
  await lock();
  desktop.start('xterm', '-T', 'Escape');
  await eventually(
    'the new window',
    () => desktop.run('wmctrl', '-l'),
    (list) => list.includes('Escape'),
  );
  await desktop.run('wmctrl', '-a', 'Escape');
  await desktop.run('wmctrl', '-r', 'Escape', '-b', 'add,fullscreen,above');
  await isLocked();
});

it('lets no key reach a program, not even those of the window manager', async () => {
  desktop.start('xterm', '-T', 'Typed', '-e', `cat > ${desktop.home}/typed`);
  await eventually(
    'the window',
    () => desktop.run('wmctrl', '-l'),
    (list) => list.includes('Typed'),
  );
  await lock();
  for (const keys of ['alt+F4', 'ctrl+alt+Delete', 'alt+Tab', 'super', 'Escape', 'a', 'Return', 'ctrl+d'])
    await desktop.run('xdotool', 'key', keys);
  await desktop.run('xdotool', 'mousemove', '200', '200', 'click', '1', 'click', '3');
  await isLocked();
  // The window is still open, so no key has closed it or ended its program.
  expect(await desktop.run('wmctrl', '-l')).toContain('Typed');
  expect(await desktop.run('cat', `${desktop.home}/typed`)).toBe('');
});

it('is not closed, hidden or moved by a program', async () => {
  await lock();
  const windowIds = async () =>
    (await desktop.run('xdotool', 'search', '--onlyvisible', '--name', TEXT).catch(() => ''))
      .split('\n')
      .filter((id) => id !== '');
  const [first = '', second = ''] = await windowIds();
  expect(second).not.toBe('');
  await desktop.run('wmctrl', '-i', '-c', first);
  await desktop.run('xdotool', 'windowmove', first, '300', '300');
  await desktop.run('xdotool', 'windowsize', second, '10', '10');
  await isLocked();
  await desktop.run('xdotool', 'windowunmap', first);
  await isLocked();
  await desktop.run('xdotool', 'windowclose', second);
  await eventually('another window', windowIds, (ids) => ids.length === 2 && !ids.includes(second));
  await isLocked();
  await substituteIsReady();
  const [holder] = processes.pids();
  // Ends the connection of the process that owns the window.
  await desktop.run('xdotool', 'windowkill', first);
  await nextProcess(holder);
  await isLocked();
});

it('is back at once when its process is killed, again and again', async () => {
  const returnsMs: number[] = [];
  await lock();
  for (let time = 0; time < 3; time++) {
    await substituteIsReady();
    const [holder = 0] = processes.pids();
    const killedAt = performance.now();
    process.kill(holder, 'SIGKILL');
    await nextProcess(holder);
    await isLocked();
    returnsMs.push(performance.now() - killedAt);
    await eventually('the grabs', witness.areInputsHeld, isTrue);
  }
  // Other tests may keep the processor busy for a moment.
  expect(Math.min(...returnsMs)).toBeLessThan(RETURN_MS);
});

it('is shown at once by a process that is ready from the lock before', async () => {
  await lock();
  await substituteIsReady();
  const [, substitute] = processes.pids();
  await hold.lock(undefined);
  await hold.blockInputs(false);
  await lock();
  expect(processes.pids()[0]).toBe(substitute);
  await substituteIsReady();
});

it('covers a display that is connected while it is locked', async () => {
  const all = places;
  places = all.slice(0, 1);
  await hold.lock(LOCK);
  await eventually('the grabs', witness.areInputsHeld, isTrue);
  expect(await witness.coverName()).toBeUndefined();
  places = all;
  await hold.displaysChanged();
  await isLocked();
});

it('blocks keyboard and pointer without covering the screen, or the keyboard alone', async () => {
  await hold.blockInputs(true);
  await eventually('the grabs', witness.areInputsHeld, isTrue);
  expect(await witness.coverName()).toBeUndefined();
  await hold.blockKeys(true);
  await hold.blockInputs(false);
  await eventually('the free pointer', witness.areInputsHeld, isFalse);
  expect(await witness.isKeyboardHeld()).toBe(true);
  await hold.blockKeys(false);
  await eventually('the free keyboard', witness.isKeyboardHeld, isFalse);
});
