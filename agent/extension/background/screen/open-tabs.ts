/** The browser's open windows and tabs, without the extension's own windows and without incognito windows. */
import type { Clock } from '#protocol/clock.ts';

/** A page that loads changes its tab many times. One report covers the changes of this time. */
const COLLECT_MS = 100;

export type OpenTab = {
  id: number;
  windowId: number;
  title: string;
  url: string;
  /** The tab in front of its window. */
  active: boolean;
  muted: boolean;
  icon?: string;
};

export type OpenWindow = {
  id: number;
  /** In pixels of the desktop, which are larger than those of the display where the desktop is scaled. */
  width: number;
  height: number;
  isMinimized: boolean;
};

export type OpenTabs = ReturnType<typeof createOpenTabs>;

export function createOpenTabs(deps: {
  clock: Pick<Clock, 'after'>;
  /** True for windows that the extension itself shows, such as the locked screen. */
  isOwn: (windowId: number) => boolean;
}) {
  const { clock } = deps;
  const listeners = new Set<() => void>();
  let windows: readonly OpenWindow[] = [];
  let tabs: readonly OpenTab[] = [];
  let focused: number | undefined;
  let isIncognito = false;
  let cancelRead: (() => void) | undefined;
  let reading: Promise<void> = Promise.resolve();

  const read = async (): Promise<void> => {
    const all = await chrome.windows.getAll({ populate: true });
    const front = all.find((window) => window.focused);
    // While another program is in front, the last window of the browser stays the one to show.
    if (front !== undefined && !isOwnWindow(front)) isIncognito = front.incognito;
    const open = all.filter((window) => !window.incognito && !isOwnWindow(window));
    const inFront = open.find((window) => window.focused) ?? open.find(({ id }) => id === focused) ?? open[0];
    focused = inFront?.id;
    windows = open.flatMap(windowOf);
    tabs = open.flatMap((window) => (window.tabs ?? []).flatMap(tabOf));
    for (const listener of [...listeners]) listener();
  };
  const isOwnWindow = ({ id }: chrome.windows.Window) => id !== undefined && deps.isOwn(id);

  /** Reads one after another, because an older answer must not replace a newer one. */
  const readNow = (): Promise<void> => {
    cancelRead?.();
    cancelRead = undefined;
    // A read fails only while the browser quits.
    reading = reading.then(read).catch(() => {});
    return reading;
  };
  const readSoon = () => {
    cancelRead ??= clock.after(COLLECT_MS, () => void readNow());
  };
  followBrowser(readSoon);

  return {
    windows: () => windows,
    tabs: () => tabs,
    /** The window in front; while the browser is behind another program, the one that was in front last. */
    focused: () => focused,
    /** True while an incognito window is in front. The extension sees it only if its user allows that. */
    isIncognito: () => isIncognito,
    readNow,
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function followBrowser(changed: () => void): void {
  chrome.tabs.onActivated.addListener(changed);
  chrome.tabs.onAttached.addListener(changed);
  chrome.tabs.onCreated.addListener(changed);
  chrome.tabs.onDetached.addListener(changed);
  chrome.tabs.onMoved.addListener(changed);
  chrome.tabs.onRemoved.addListener(changed);
  chrome.tabs.onReplaced.addListener(changed);
  chrome.tabs.onUpdated.addListener(changed);
  chrome.windows.onBoundsChanged.addListener(changed);
  chrome.windows.onCreated.addListener(changed);
  chrome.windows.onFocusChanged.addListener(changed);
  chrome.windows.onRemoved.addListener(changed);
}

const windowOf = ({ id, width = 0, height = 0, state }: chrome.windows.Window): OpenWindow[] =>
  id === undefined ? [] : [{ id, width, height, isMinimized: state === 'minimized' }];

const tabOf = ({
  id,
  windowId,
  title,
  url,
  pendingUrl,
  active,
  mutedInfo,
  favIconUrl,
}: chrome.tabs.Tab): OpenTab[] =>
  id === undefined
    ? []
    : [
        {
          id,
          windowId,
          title: title ?? '',
          url: url || pendingUrl || '',
          active,
          muted: mutedInfo?.muted ?? false,
          ...(favIconUrl !== undefined && { icon: favIconUrl }),
        },
      ];
