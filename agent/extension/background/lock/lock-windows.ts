/**
 * The windows of the locked screen: one on each display, full screen and in front. A window that the student
 * closes, leaves or shrinks comes back. The ids are stored, so that a restarted worker continues with the
 * windows of the one before.
 */
import type { WindowLock } from '../../links.ts';
import { sessionValue } from '../session-value.ts';

const LOCK_PAGE = 'pages/lock/lock.html';

type LockWindow = { displayId: string; windowId: number; url: string };

export function createLockWindows(deps: {
  onChange: () => void;
  /** True for windows that may be in front of the locked screen, such as a tutor's broadcast. */
  isAbove: (windowId: number) => boolean;
}) {
  const stored = sessionValue<LockWindow[]>('lockWindows');
  let windows: readonly LockWindow[] = [];
  let wanted: WindowLock | undefined;
  const adopted = adopt();
  let syncing: Promise<void> = adopted;

  /** Takes over the windows that an earlier worker opened in this run of the browser. */
  async function adopt(): Promise<void> {
    const before = (await stored.get()) ?? [];
    const open = await Promise.all(before.map(({ windowId }) => isOpen(windowId)));
    windows = before.filter((_, i) => open[i]);
  }

  const keep = async (next: readonly LockWindow[]): Promise<void> => {
    windows = next;
    deps.onChange();
    await stored.set([...next]);
  };
  const isOwn = (windowId: number) => windows.some((each) => each.windowId === windowId);

  async function sync(): Promise<void> {
    await closeUnwanted();
    const displays = wanted === undefined ? [] : await displaysInOrder();
    for (const [i, display] of displays.entries()) {
      if (wanted === undefined) return;
      const url = i === 0 && wanted.name === 'address' ? wanted.url : chrome.runtime.getURL(LOCK_PAGE);
      const before = windows.find(({ displayId }) => displayId === display.id);
      if (before === undefined) await open({ display, url, isOnly: displays.length === 1 });
      else if (before.url !== url) await navigate(before, url);
    }
    // The lock may have ended while a window opened.
    if (wanted === undefined) await closeUnwanted();
  }

  async function closeUnwanted(): Promise<void> {
    const displays = wanted === undefined ? [] : (await displaysInOrder()).map(({ id }) => id);
    const unwanted = windows.filter(({ displayId }) => !displays.includes(displayId));
    if (unwanted.length === 0) return;
    await keep(windows.filter((each) => !unwanted.includes(each)));
    await Promise.all(unwanted.map(({ windowId }) => chrome.windows.remove(windowId).catch(() => {})));
  }

  async function open(at: { display: Display; url: string; isOnly: boolean }): Promise<void> {
    const { display, url, isOnly } = at;
    const bounds = isOnly ? { state: 'fullscreen' as const } : boundsOf(display);
    const made = await chrome.windows.create({ url, type: 'popup', focused: true, ...bounds });
    if (made?.id === undefined) return;
    await keep([...windows, { displayId: display.id, windowId: made.id, url }]);
    if (!isOnly) await fillDisplay(made.id);
  }

  async function navigate(window: LockWindow, url: string): Promise<void> {
    const [tab] = await chrome.tabs.query({ windowId: window.windowId });
    if (tab?.id !== undefined) await chrome.tabs.update(tab.id, { url });
    await keep(windows.map((each) => (each === window ? { ...each, url } : each)));
  }

  const syncSoon = () => {
    syncing = syncing.then(sync).catch(() => {});
  };

  chrome.windows.onRemoved.addListener((windowId) => {
    void adopted.then(async () => {
      if (!isOwn(windowId)) return;
      await keep(windows.filter((each) => each.windowId !== windowId));
      syncSoon();
    });
  });
  chrome.windows.onFocusChanged.addListener((windowId) => {
    const [first] = windows;
    if (wanted === undefined || first === undefined || isOwn(windowId) || deps.isAbove(windowId)) return;
    void fillDisplay(first.windowId);
  });
  chrome.windows.onBoundsChanged.addListener(({ id, state }) => {
    if (wanted !== undefined && id !== undefined && isOwn(id) && state !== 'fullscreen') void fillDisplay(id);
  });
  chrome.windows.onCreated.addListener(({ id, type }) => {
    if (wanted === undefined || windows.length === 0 || id === undefined || type !== 'normal') return;
    chrome.windows.update(id, { state: 'minimized' }).catch(() => {});
  });
  chrome.system.display.onDisplayChanged.addListener(() => {
    if (wanted !== undefined) syncSoon();
  });

  return {
    isOwn,
    /** The window on the primary display; undefined while there is none. */
    first: () => windows[0]?.windowId,
    follow(next: WindowLock | undefined): void {
      wanted = next;
      syncSoon();
    },
    /** Resolves when the windows of an earlier worker are known. */
    ready: adopted,
  };
}

type Display = chrome.system.display.DisplayUnitInfo;

const isOpen = (windowId: number): Promise<boolean> =>
  chrome.windows.get(windowId).then(
    () => true,
    () => false,
  );

/** The primary display first. A browser without a desktop has none, and counts as one. */
async function displaysInOrder(): Promise<readonly Display[]> {
  const all = await chrome.system.display.getInfo().catch(() => []);
  const enabled = all.filter(({ isEnabled }) => isEnabled);
  const inOrder = enabled.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
  return inOrder.length > 0 ? inOrder : [{ id: 'only' } as Display];
}

const boundsOf = ({ bounds: { left, top, width, height } }: Display) => ({ left, top, width, height });

/** The window may have closed meanwhile. */
const fillDisplay = (windowId: number): Promise<unknown> =>
  chrome.windows.update(windowId, { focused: true, state: 'fullscreen' }).catch(() => {});
