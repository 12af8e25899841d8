/** A screen whose pages and programs a test opens, and that records its calls. */
import type { Application, Display, Tab } from '#protocol/feedback.ts';
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
    pictureBytes: number;
    onDraw: () => void;
    tabs: readonly Tab[];
    applications: readonly Application[];
    /** False: the screen can close nothing. */
    closes: boolean;
  } = {
    notifications: [],
    privacy: false,
    version: 1,
    launched: [],
    pictureBytes: 10,
    onDraw() {},
    tabs: [{ tabId: 't1', title: 'Page', url: 'https://page.example/', active: true, icon: undefined }],
    applications: [],
    closes: true,
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
    launch: (launch) => shown.launched.push(launch) > 0,
    closeTabs(ids) {
      if (!shown.closes) return undefined;
      const closed = shown.tabs.filter(({ tabId }) => ids.includes(tabId));
      shown.tabs = shown.tabs.filter((tab) => !closed.includes(tab));
      for (const listener of listeners) listener('tabs');
      return closed.map(({ tabId }) => tabId);
    },
    closeApplications(ids) {
      const closed = shown.applications.filter(({ windowId }) => ids.includes(windowId));
      shown.applications = shown.applications.filter((application) => !closed.includes(application));
      for (const listener of listeners) listener('applications');
      return closed.map(({ windowId }) => windowId);
    },
    focusTab: (id) => id === 't1',
    focusApplication: (id) => id === 'w1',
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
