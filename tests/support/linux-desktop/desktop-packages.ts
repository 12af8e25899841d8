/** The programs of a desktop without a screen. As root on Debian they are installed once. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall, canAptInstall } from '../run/apt.ts';

/** Debian's package of each program. */
const PACKAGES: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  xrandr: 'x11-xserver-utils',
  openbox: 'openbox',
  xterm: 'xterm',
  xdotool: 'xdotool',
  wmctrl: 'wmctrl',
  dunst: 'dunst',
  'notify-send': 'libnotify-bin',
  pulseaudio: 'pulseaudio',
  pactl: 'pulseaudio-utils',
  'dbus-daemon': 'dbus-daemon',
  'dbus-send': 'dbus-bin',
  'xdg-open': 'xdg-utils',
};

/** A service that stands in for logind; a module of Python, so no program. */
const DBUSMOCK = { file: '/usr/lib/python3/dist-packages/dbusmock/__init__.py', package: 'python3-dbusmock' };

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Rejects with one sentence that says what to do. */
export async function ensureDesktopPackages(): Promise<void> {
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));
  if (!existsSync(DBUSMOCK.file)) missing.push(DBUSMOCK.package);
  if (missing.length === 0) return;
  if (!canAptInstall()) throw new Error(`The test of the Linux agent needs ${missing.join(', ')}.`);
  await aptInstall(missing);
}
