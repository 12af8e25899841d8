/** A screen whose pages and programs a test opens, and that records its calls. */
import type { Application, Display, Tab } from '#protocol/feedback.ts';
import { DONE, type Outcome, REFUSED, UNSUPPORTED } from '../outcome.ts';
import type { PictureRequest, Screen, ScreenChange } from '../screen.ts';

const TWO_DISPLAYS: readonly Display[] = [
  { id: 'd1', primary: true, width: 1920, height: 1080 },
  { id: 'd2', primary: false, width: 1920, height: 1080 },
];

export function createFakeScreen(displays = TWO_DISPLAYS) {
  const draws: PictureRequest[] = [];
  const listeners = new Set<(change: ScreenChange) => void>();
  const shown: {
    notifications: string[];
    privacy: boolean;
    version: number;
    launched: object[];
    /** The outcome of `launch`. */
    launches: Outcome;
    pictureBytes: number;
    onDraw: () => void;
    tabs: readonly Tab[];
    applications: readonly Application[];
    /** False: the screen can close nothing. */
    closes: boolean;
    /** The ids of tabs and windows that do not close. */
    refusing: readonly string[];
  } = {
    notifications: [],
    privacy: false,
    version: 1,
    launched: [],
    launches: DONE,
    pictureBytes: 10,
    onDraw() {},
    tabs: [{ tabId: 't1', title: 'Page', url: 'https://page.example/', active: true, icon: undefined }],
    applications: [],
    closes: true,
    refusing: [],
  };
  const screen: Screen = {
    displays: () => displays,
    tabs: () => shown.tabs,
    applications: () => shown.applications,
    privacy: () => shown.privacy,
    pictureVersion: () => shown.version,
    async draw(request) {
      draws.push(request);
      shown.onDraw();
      return {
        bytes: new Uint8Array(shown.pictureBytes * request.quality),
        contentType: request.format === 'webp' ? 'image/webp' : 'image/jpeg',
        width: request.width,
        height: request.height,
      };
    },
    show() {},
    notify: ({ message }) => shown.notifications.push(message),
    async launch(launch) {
      shown.launched.push(launch);
      return shown.launches;
    },
    closeTabs(ids) {
      if (!shown.closes) return UNSUPPORTED;
      shown.tabs = shown.tabs.filter(({ tabId }) => !ids.includes(tabId) || shown.refusing.includes(tabId));
      for (const listener of listeners) listener('tabs');
      return DONE;
    },
    closeApplications(ids) {
      shown.applications = shown.applications.filter(
        ({ windowId }) => !ids.includes(windowId) || shown.refusing.includes(windowId),
      );
      for (const listener of listeners) listener('applications');
      return DONE;
    },
    focusTab: (id) => (id === 't1' ? DONE : REFUSED),
    focusApplication: async (id) => (id === 'w1' ? DONE : REFUSED),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    screen,
    shown,
    draws,
    changed(change: ScreenChange) {
      for (const listener of listeners) listener(change);
    },
  };
}
