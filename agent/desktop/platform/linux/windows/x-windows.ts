/** The windows of programs, by the conventions that window managers share (EWMH). */
import { readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Application } from '#protocol/feedback.ts';
import { EVENT_MASK, type XDisplay } from '../x11/x-display.ts';
import { createWindowIcons } from './window-icons.ts';

/** A title that changes at each key causes one report. */
const CHANGE_DELAY_MS = 100;
/** Source of a request: a program that acts for the user, such as a pager. */
const SOURCE_PAGER = 2;

/** Properties of windows that are listed. */
const WATCHED = [
  '_NET_CLIENT_LIST',
  '_NET_ACTIVE_WINDOW',
  '_NET_WM_NAME',
  'WM_NAME',
  '_NET_WM_ICON',
] as const;

export type XWindows = {
  all(): Promise<readonly Application[]>;
  close(windowId: string): Promise<void>;
  focus(windowId: string): Promise<void>;
  onChange(listener: () => void): void;
};

export async function createXWindows(display: XDisplay): Promise<XWindows> {
  const { client, root } = display;
  const listeners = new Set<() => void>();
  const icons = createWindowIcons(display);
  const watchedAtoms = new Set(await Promise.all(WATCHED.map(display.atom)));
  const iconAtom = await display.atom('_NET_WM_ICON');
  let followed = new Set<number>();
  let isDue = false;

  display.onEvent(({ name, wid, atom }) => {
    if (name !== 'PropertyNotify' || atom === undefined || !watchedAtoms.has(atom)) return;
    if (atom === iconAtom && wid !== undefined) icons.forget(wid);
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      for (const listener of listeners) listener();
    }, CHANGE_DELAY_MS);
  });

  /** Requests events of windows that are new, and forgets those that are closed. */
  const follow = (windows: readonly number[]) => {
    for (const window of windows)
      if (!followed.has(window))
        client.ChangeWindowAttributes(window, { eventMask: EVENT_MASK.PropertyChange });
    for (const window of followed) if (!windows.includes(window)) icons.forget(window);
    followed = new Set(windows);
  };

  return {
    async all() {
      const [windows, [active]] = await Promise.all([
        display.numbers(root, '_NET_CLIENT_LIST'),
        display.numbers(root, '_NET_ACTIVE_WINDOW'),
      ]);
      follow(windows);
      const described = await Promise.all(
        windows.map(async (window) => {
          const [application, icon] = await Promise.all([describeWindow(display, window), icons.of(window)]);
          return application && { ...application, active: window === active, ...(icon && { icon }) };
        }),
      );
      return described.filter((each) => each !== undefined);
    },
    close: (windowId) => display.sendToManager(Number(windowId), '_NET_CLOSE_WINDOW', [0, SOURCE_PAGER]),
    focus: (windowId) => display.sendToManager(Number(windowId), '_NET_ACTIVE_WINDOW', [SOURCE_PAGER, 0, 0]),
    onChange: (listener) => void listeners.add(listener),
  };
}

/** Undefined: the window was closed meanwhile, or people do not switch to it, such as a panel. */
async function describeWindow(
  display: XDisplay,
  window: number,
): Promise<Omit<Application, 'active'> | undefined> {
  const [skipTaskbar, states, className, title, oldTitle, [processId]] = await Promise.all([
    display.atom('_NET_WM_STATE_SKIP_TASKBAR'),
    display.numbers(window, '_NET_WM_STATE'),
    display.property(window, 'WM_CLASS'),
    display.property(window, '_NET_WM_NAME'),
    display.property(window, 'WM_NAME'),
    display.numbers(window, '_NET_WM_PID'),
  ]);
  const name = title?.toString('utf8') ?? oldTitle?.toString('latin1');
  if (name === undefined && className === undefined) return undefined;
  if (states.includes(skipTaskbar)) return undefined;
  // Instance and class, each followed by a zero byte.
  const [instance = '', kind = instance] = (className?.toString('utf8') ?? '').split('\0');
  return {
    appId: kind || 'unknown',
    windowId: `0x${window.toString(16)}`,
    title: name ?? kind,
    ...(processId !== undefined && { processId, ...(await processOf(processId)) }),
  };
}

/** The path is missing for programs of other users. */
async function processOf(processId: number): Promise<Pick<Application, 'processName' | 'processPath'>> {
  try {
    const processPath = (await readlink(`/proc/${processId}/exe`)).replace(/ \(deleted\)$/, '');
    return { processName: basename(processPath), processPath };
  } catch {
    const name = await readFile(`/proc/${processId}/comm`, 'utf8').catch(() => undefined);
    return name === undefined ? {} : { processName: name.trimEnd() };
  }
}
