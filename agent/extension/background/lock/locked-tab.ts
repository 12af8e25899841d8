/** Locks the browser to the tab that is open: it fills the screen and stays in front. */
import { sessionValue } from '../session-value.ts';

type LockedTab = { tabId: number; windowId: number; url: string };

export function createLockedTab(deps: { focusedWindow: () => number | undefined }) {
  const stored = sessionValue<LockedTab | undefined>('lockedTab');
  let locked: LockedTab | undefined;
  let isWanted = false;
  let running: Promise<void> = Promise.resolve();

  const lockTo = async (tab: chrome.tabs.Tab | undefined): Promise<void> => {
    if (tab?.id === undefined) return;
    locked = { tabId: tab.id, windowId: tab.windowId, url: tab.url ?? '' };
    await stored.set(locked);
    await bringBack();
  };

  async function begin(): Promise<void> {
    if (locked !== undefined) return;
    // A restarted worker continues with the tab of the one before.
    const before = await stored.get();
    const same = before && (await chrome.tabs.get(before.tabId).catch(() => undefined));
    if (same) return lockTo(same);
    const windowId = deps.focusedWindow();
    const [front] = await chrome.tabs.query(
      windowId === undefined ? { active: true } : { active: true, windowId },
    );
    await lockTo(front);
  }

  async function end(): Promise<void> {
    const before = locked ?? (await stored.get());
    locked = undefined;
    await chrome.storage.session.remove('lockedTab');
    if (before) await chrome.windows.update(before.windowId, { state: 'normal' }).catch(() => {});
  }

  const bringBack = async (): Promise<void> => {
    if (!isWanted || locked === undefined) return;
    const { tabId, windowId } = locked;
    await chrome.tabs.update(tabId, { active: true });
    await chrome.windows.update(windowId, { focused: true, state: 'fullscreen' });
  };
  const queue = (step: () => Promise<void>) => {
    running = running.then(step).catch(() => {});
  };

  chrome.tabs.onActivated.addListener(({ tabId }) => {
    if (locked !== undefined && tabId !== locked.tabId) queue(bringBack);
  });
  chrome.windows.onFocusChanged.addListener((windowId) => {
    if (locked !== undefined && windowId !== locked.windowId) queue(bringBack);
  });
  chrome.windows.onBoundsChanged.addListener(({ id, state }) => {
    if (locked !== undefined && id === locked.windowId && state !== 'fullscreen') queue(bringBack);
  });
  chrome.tabs.onRemoved.addListener((tabId) => {
    const gone = locked;
    if (gone === undefined || tabId !== gone.tabId) return;
    locked = undefined;
    queue(async () => {
      if (isWanted) await lockTo(await reopened(gone));
    });
  });

  return {
    follow(next: boolean): void {
      if (next === isWanted && (next || locked === undefined)) return;
      isWanted = next;
      queue(() => (isWanted ? begin() : end()));
    },
  };
}

/** Opens the page again, in a new window if the tab was the last of its window. */
async function reopened({ url, windowId }: LockedTab): Promise<chrome.tabs.Tab | undefined> {
  const page = url === '' ? {} : { url };
  try {
    return await chrome.tabs.create({ ...page, windowId, active: true });
  } catch {
    const made = await chrome.windows.create({ ...page, focused: true });
    return made?.tabs?.[0];
  }
}
