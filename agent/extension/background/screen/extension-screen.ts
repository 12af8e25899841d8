/** The core's screen for a browser: each window is a display, and its pictures show the tab in front. */
import type { Clock } from '#protocol/clock.ts';
import type { Tab } from '#protocol/feedback.ts';
import type { DeviceState } from '../../../core/device-state.ts';
import { DONE, type Outcome, REFUSED, UNSUPPORTED } from '../../../core/outcome.ts';
import type { PictureRequest, Screen, ScreenChange, ScreenPicture } from '../../../core/screen.ts';
import { m } from '../../messages.ts';
import { decodePicture, drawUnseen, encodePicture } from './encode-picture.ts';
import type { OpenTab, OpenTabs } from './open-tabs.ts';
import { createPictureGrabber } from './picture-grabber.ts';
import { createPictureVersions } from './picture-versions.ts';

/** The protocol's limit of displays, and the limit for an icon in the feedback. */
const MAX_WINDOWS = 16;
const MAX_ICON_LENGTH = 65_536;
/** The quality of the browser's own picture, from which the requested one is made. */
const CAPTURE_QUALITY = 85;

/** The size and quality of pictures for a live screen. */
const LIVE_PICTURE = { width: 1280, height: 800, quality: 70, single: true } as const;

export type ExtensionScreen = Screen & {
  /** Returns the display, or the one in front without an id, if a tutor may see it now. */
  displayOf(displayId: string | undefined): string | undefined;
  /** One picture of a live screen. */
  livePicture(displayId: string): Promise<ScreenPicture | undefined>;
  /** Ends the pictures and stops following the browser. */
  stop(): void;
};

export function createExtensionScreen(deps: {
  clock: Clock;
  open: OpenTabs;
  /** The window with the locked screen; undefined unless the screen is locked by one. */
  lockWindow: () => number | undefined;
  show: (state: Readonly<DeviceState>) => void;
  notify: Screen['notify'];
}): ExtensionScreen {
  const { open } = deps;
  const listeners = new Set<(change: ScreenChange) => void>();
  const versions = createPictureVersions();
  const grabber = createPictureGrabber({
    clock: deps.clock,
    async capture(windowId) {
      const options = { format: 'jpeg', quality: CAPTURE_QUALITY } as const;
      const picture = await decodePicture(await chrome.tabs.captureVisibleTab(windowId, options));
      versions.note(windowId, picture);
      return picture;
    },
  });

  /** While the screen is locked, the locked screen is the picture of the window in front. */
  const shownWindow = (displayId: string): number =>
    Number(displayId) === open.focused() ? (deps.lockWindow() ?? Number(displayId)) : Number(displayId);

  const draw = async (request: PictureRequest): Promise<ScreenPicture | undefined> => {
    const display = displaysOf(open).find(({ id }) => id === request.displayId);
    if (display === undefined || open.isIncognito()) return undefined;
    const picture = await grabber.grab(shownWindow(request.displayId));
    if (open.isIncognito()) return undefined;
    if (picture !== undefined)
      return encodePicture(picture, request, (pen, { width, height }) =>
        pen.drawImage(picture, 0, 0, width, height),
      );
    const title = open
      .tabs()
      .find(({ windowId, active }) => active && windowId === Number(display.id))?.title;
    return encodePicture(display, request, (pen, size) =>
      drawUnseen(pen, size, { title: title ?? '', reason: m.pageNotVisible }),
    );
  };

  const announce = createAnnouncer(open, (change) => {
    for (const listener of [...listeners]) listener(change);
  });
  const unfollow = open.onChange(() => {
    versions.keepOnly(open.windows().map(({ id }) => id));
    announce();
  });

  return {
    displays: () => displaysOf(open),
    tabs: () => open.tabs().map((tab) => reportedTab(tab, open.focused())),
    // A browser sees its own windows only, and reports them as displays and tabs.
    applications: () => [],
    privacy: open.isIncognito,
    pictureVersion(displayId) {
      // Only a new picture shows whether the page has changed. The next call returns its version.
      void grabber.grab(shownWindow(displayId));
      return versions.get(shownWindow(displayId));
    },
    draw,
    displayOf(displayId) {
      const displays = open.isIncognito() ? [] : displaysOf(open);
      return displays.find(({ id, primary }) => (displayId === undefined ? primary : id === displayId))?.id;
    },
    livePicture: (displayId) => draw({ displayId, ...LIVE_PICTURE }),
    show: deps.show,
    notify: deps.notify,
    launch: (wanted) => ('url' in wanted ? openPage(wanted.url, open.focused()) : UNSUPPORTED),
    closeTabs: (tabIds) => closeTabs(open.tabs().filter(({ id }) => tabIds.includes(String(id)))),
    closeApplications: () => UNSUPPORTED,
    focusTab(tabId, url) {
      const tabs = open.tabs();
      const tab = tabs.find(({ id }) => String(id) === tabId) ?? tabs.find((each) => each.url === url);
      return tab === undefined ? REFUSED : focus(tab);
    },
    focusApplication: () => UNSUPPORTED,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      unfollow();
      grabber.stop();
    },
  };
}

/** Reports a change of the displays, the tabs or the privacy, each only if it differs from the last report. */
function createAnnouncer(open: OpenTabs, report: (change: ScreenChange) => void): () => void {
  const facts = {
    info: () => JSON.stringify(displaysOf(open)),
    tabs: () => JSON.stringify([open.tabs(), open.focused()]),
    statuses: () => String(open.isIncognito()),
  };
  const last = { info: '', tabs: '', statuses: facts.statuses() };
  return () => {
    for (const change of ['info', 'statuses', 'tabs'] as const) {
      const next = facts[change]();
      if (last[change] === next) continue;
      last[change] = next;
      report(change);
    }
  };
}

const displaysOf = (open: OpenTabs) =>
  open
    .windows()
    .filter(({ isMinimized }) => !isMinimized)
    .slice(0, MAX_WINDOWS)
    .map(({ id, width, height }, i) => ({
      id: String(id),
      name: m.window(i + 1),
      primary: id === open.focused(),
      width,
      height,
    }));

const reportedTab = (
  { id, windowId, title, url, active, icon }: OpenTab,
  focused: number | undefined,
): Tab => ({
  tabId: String(id),
  title,
  url,
  active: active && windowId === focused,
  ...(icon?.startsWith('data:image/') && icon.length <= MAX_ICON_LENGTH && { icon }),
});

/** The browser refuses addresses that it does not open for extensions, and windows that have just closed. */
const done = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => DONE,
    () => REFUSED,
  );

const openPage = (url: string, windowId: number | undefined): Promise<Outcome> =>
  windowId === undefined
    ? done(chrome.windows.create({ url, focused: true }))
    : done(
        chrome.tabs
          .create({ url, windowId, active: true })
          .then(() => chrome.windows.update(windowId, { focused: true })),
      );

const closeTabs = (tabs: readonly OpenTab[]): Promise<Outcome> =>
  done(chrome.tabs.remove(tabs.map(({ id }) => id)));

const focus = ({ id, windowId }: OpenTab): Promise<Outcome> =>
  done(
    chrome.tabs.update(id, { active: true }).then(() => chrome.windows.update(windowId, { focused: true })),
  );
