/** Linux with an X server, as the platform of the desktop agent. */
import { networkInterfaces } from 'node:os';
import { UNSUPPORTED } from '../../../core/outcome.ts';
import type { Platform, PlatformChange } from '../platform.ts';
import { SOURCE_COMMAND } from './lock/lock-command.ts';
import { createLockProcesses } from './lock/lock-processes.ts';
import { createScreenHold } from './lock/screen-hold.ts';
import { folderOf } from './system/folders.ts';
import { readInventory } from './system/inventory.ts';
import { launchProgram } from './system/launch-program.ts';
import { openLogind } from './system/logind.ts';
import { readMachineFacts } from './system/machine-facts.ts';
import { hasNotifications, showNotification, showOffer } from './system/notifications.ts';
import { canMute, createSound } from './system/sound.ts';
import { createXDisplays } from './windows/x-displays.ts';
import { createXWindows } from './windows/x-windows.ts';
import { openXDisplay } from './x11/x-display.ts';

/**
 * `onLost` is called when the X server has ended, usually because the person has signed out. Rejects if there
 * is no session on X11.
 */
export async function openLinuxPlatform(options: {
  log(line: string): void;
  onLost: () => void;
}): Promise<Platform> {
  // X11 programs run there too, but see nothing of the others.
  if (process.env.XDG_SESSION_TYPE === 'wayland')
    throw new Error(
      'The agent needs a session on X11, but this one is on Wayland. Choose another at the login.',
    );
  const display = await openXDisplay({ onLost: options.onLost });
  const [displays, windows, logind, hasSound, canNotify] = await Promise.all([
    createXDisplays(display),
    createXWindows(display),
    openLogind(),
    canMute(),
    hasNotifications(),
  ]);
  const facts = readMachineFacts();
  const sound = createSound();
  const hold = createScreenHold({ processes: createLockProcesses(SOURCE_COMMAND), places: displays.places });
  const listeners = new Set<(change: PlatformChange) => void>();
  const notify = (change: PlatformChange) => {
    for (const listener of [...listeners]) listener(change);
  };
  displays.onChange(() => {
    void hold.displaysChanged();
    notify('displays');
  });
  windows.onChange(() => notify('windows'));

  return {
    facts,
    unsupported: {
      actions: [
        ...(logind ? [] : (['powerAction'] as const)),
        ...(hasSound ? [] : (['mute', 'unmute'] as const)),
        ...(canNotify ? [] : (['notification'] as const)),
      ],
      effects: [
        ...(logind ? [] : (['PowerActionsDefinition', 'BlockSleepDefinition'] as const)),
        ...(hasSound ? [] : (['MuteDefinition'] as const)),
      ],
    },
    displays: displays.all,
    windows: windows.all,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pictureVersion: displays.pictureVersion,
    pixels: displays.pixels,
    closeWindow: windows.close,
    focusWindow: windows.focus,
    launch: launchProgram,
    notify: showNotification,
    offer: showOffer,
    effects: {
      muted: sound.mute,
      lock: hold.lock,
      inputsBlocked: hold.blockInputs,
      keysBlocked: hold.blockKeys,
      awake: (isAwake) => logind?.keepAwake(isAwake),
    },
    onUndone: (listener) => sound.onUndone(() => listener('muted')),
    network: () => ({ addresses: addresses() }),
    inventory: () => readInventory(facts, displays.all()),
    folder: folderOf,
    power: (action) => logind?.power(action) ?? UNSUPPORTED,
    async stop() {
      hold.stop();
      await sound.stop();
      logind?.keepAwake(false);
      display.close();
    },
  };
}

/** Without those of the machine to itself. */
const addresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((each = []) =>
    each.flatMap(({ internal, address }) => (internal ? [] : [address])),
  );
