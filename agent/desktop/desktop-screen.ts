/** The screen of the device core, on the windows and displays of the operating system. */
import type { Application } from '#protocol/feedback.ts';
import { createEffectRunner } from '../core/effects.ts';
import { attempt, DONE, REFUSED, UNSUPPORTED } from '../core/outcome.ts';
import type { Screen, ScreenChange } from '../core/screen.ts';
import { encodePicture } from './pictures/encode-picture.ts';
import type { Platform } from './platform/platform.ts';

export type DesktopScreen = Screen & {
  /** Reads the windows for the first time, so that the first report is complete. */
  start(): Promise<void>;
  stop(): void;
};

export function createDesktopScreen(platform: Platform): DesktopScreen {
  const listeners = new Set<(change: ScreenChange) => void>();
  const effects = createEffectRunner(platform.effects);
  const windows = createWindowList(platform, () => notify('applications'));

  const notify = (change: ScreenChange) => {
    for (const listener of [...listeners]) listener(change);
  };
  const ignorePlatform = platform.onChange((change) => {
    if (change === 'displays') notify('info');
    else void windows.read();
  });
  const ignoreUndone = platform.onUndone(effects.check);

  return {
    displays: platform.displays,
    tabs: () => [],
    applications: windows.all,
    // The student has no switch for privacy yet. A policy may still ask for it.
    privacy: () => false,
    pictureVersion: platform.pictureVersion,
    async draw(request) {
      const pixels = await attempt(() => platform.pixels(request.displayId));
      return pixels === undefined || 'ok' in pixels ? undefined : encodePicture(pixels, request);
    },
    show: effects.show,
    notify: (notification) => void attempt(() => platform.notify(notification)),
    launch: platform.launch,
    closeTabs: () => UNSUPPORTED,
    async closeApplications(ids) {
      const wanted = windows
        .all()
        .filter(({ windowId, appId }) => ids.includes(windowId) || ids.includes(appId));
      await Promise.all(wanted.map(({ windowId }) => platform.closeWindow(windowId)));
      return DONE;
    },
    focusTab: () => UNSUPPORTED,
    async focusApplication(windowId) {
      if (!windows.all().some((each) => each.windowId === windowId)) return REFUSED;
      await platform.focusWindow(windowId);
      return DONE;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: windows.read,
    stop() {
      ignorePlatform();
      ignoreUndone();
    },
  };
}

/** The windows as they were read last. A change during a reading causes another one. */
function createWindowList(platform: Pick<Platform, 'windows'>, onChange: () => void) {
  let windows: readonly Application[] = [];
  let reading: Promise<void> | undefined;
  let isStale = false;

  async function readAll(): Promise<void> {
    do {
      isStale = false;
      const next = await attempt(platform.windows);
      // The windows stay listed while the system does not answer.
      if ('ok' in next || JSON.stringify(next) === JSON.stringify(windows)) continue;
      windows = next;
      onChange();
    } while (isStale);
    reading = undefined;
  }

  return {
    all: () => windows,
    read(): Promise<void> {
      isStale = true;
      reading ??= readAll();
      return reading;
    },
  };
}
