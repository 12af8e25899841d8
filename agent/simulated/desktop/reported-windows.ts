/** The reported windows of a desktop: its browser's tabs and its programs. */
import type { Application, Tab } from '#protocol/feedback.ts';
import type { Lock } from '../../core/device-state.ts';
import { seededRandom } from '../seeded-random.ts';
import { appIconUrl } from './app-icon.ts';
import type { OpenItem, Scene } from './scenario.ts';

/** The window id of all tabs. */
export const BROWSER_ID = 'browser';

export function tabsOf({ items, active }: Scene, lock: Lock | undefined): readonly Tab[] {
  const held = heldPage(lock);
  const tabs = items
    .filter(({ inBrowser }) => inBrowser)
    .map(({ id, label, activity }) => ({
      tabId: id,
      title: label.title,
      url: label.url,
      active: held === undefined && id === active?.id,
      icon: appIconUrl(activity.app),
    }));
  return held === undefined ? tabs : [...tabs, { tabId: 'lock', title: held, url: held, active: true }];
}

/** Returns the visible page of the browser's window. */
export function frontPageOf({ items, active }: Scene): OpenItem | undefined {
  const pages = items.filter(({ inBrowser }) => inBrowser);
  return pages.find(({ id }) => id === active?.id) ?? pages.at(-1);
}

/** `seed` determines each program's process id. */
export function applicationsOf(scene: Scene, lock: Lock | undefined, seed: string): readonly Application[] {
  const { items, active } = scene;
  const front = frontPageOf(scene);
  const programs = items.filter(({ inBrowser }) => !inBrowser);
  const inFront = heldPage(lock) === undefined ? active : undefined;
  return [
    ...(front
      ? [
          {
            appId: BROWSER_ID,
            windowId: BROWSER_ID,
            title: `${front.label.title} – Browser`,
            active: inFront === undefined ? lock !== undefined : inFront.inBrowser,
            ...processOf('browser.exe', seed),
            icon: appIconUrl('browser'),
          },
        ]
      : []),
    ...programs.map(({ id, label, activity }) => ({
      appId: label.program,
      windowId: id,
      title: label.title,
      active: id === inFront?.id,
      ...processOf(label.processName, seed),
      icon: appIconUrl(activity.app),
    })),
  ];
}

/** Returns the address that the screen is locked to. */
export const heldPage = (lock: Lock | undefined) => (lock?.name === 'address' ? lock.url : undefined);

function processOf(processName: string, seed: string) {
  return {
    processName,
    processPath: `C:\\Program Files\\${processName.replace('.exe', '')}\\${processName}`,
    processId: 1_000 + seededRandom(seed, processName).below(30_000),
  };
}
