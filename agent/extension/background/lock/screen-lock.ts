/** Locks the screen with a window or to the open tab, and covers the pages that neither reaches. */
import type { Lock } from '../../../core/device-state.ts';
import { LOCK_PORT, type WindowLock } from '../../links.ts';
import { COVER, createPageScript } from '../effects/page-scripts.ts';
import { createLockWindows } from './lock-windows.ts';
import { createLockedTab } from './locked-tab.ts';

export type ScreenLock = ReturnType<typeof createScreenLock>;

export function createScreenLock(deps: {
  focusedWindow: () => number | undefined;
  onChange: () => void;
  /** True for windows that may be in front of the locked screen. */
  isAbove: (windowId: number) => boolean;
}) {
  const windows = createLockWindows(deps);
  const tab = createLockedTab(deps);
  const cover = createPageScript(COVER);
  const pages = servePages();

  const windowLockOf = (lock: Lock | undefined): WindowLock | undefined =>
    lock?.name === 'current-tab' ? undefined : lock;

  return {
    isOwn: windows.isOwn,
    /** The window in front; undefined unless the screen is locked by one. */
    window: windows.first,
    ready: windows.ready,
    follow(lock: Lock | undefined): void {
      const windowLock = windowLockOf(lock);
      pages.show(windowLock);
      windows.follow(windowLock);
      tab.follow(lock?.name === 'current-tab');
      // A page that the screen is locked to is used, so it cannot be covered.
      cover.follow(lock?.name === 'message');
    },
  };
}

/** Sends the content of the lock to the pages of the locked screen, at once and at each change. */
function servePages() {
  const ports = new Set<chrome.runtime.Port>();
  let shown: WindowLock | undefined;
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== LOCK_PORT) return;
    ports.add(port);
    port.onDisconnect.addListener(() => ports.delete(port));
    if (shown !== undefined) port.postMessage(shown);
  });
  return {
    show(next: WindowLock | undefined): void {
      shown = next;
      if (next !== undefined) for (const port of ports) port.postMessage(next);
    },
  };
}
