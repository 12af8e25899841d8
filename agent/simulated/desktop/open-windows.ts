/** Opens, closes and focuses windows of a drawn desktop for a tutor. */
import type { Clock } from '#protocol/clock.ts';
import { DONE, type Outcome, REFUSED } from '../../core/outcome.ts';
import type { Screen } from '../../core/screen.ts';
import { BROWSER_ID, frontPageOf } from './reported-windows.ts';
import type { createScenario, OpenItem } from './scenario.ts';

export function createOpenWindows(deps: {
  scenario: ReturnType<typeof createScenario>;
  clock: Pick<Clock, 'now'>;
  /** False if the device has only a browser. */
  hasPrograms: boolean;
  /** Called when tabs or windows have changed. */
  onChange: () => void;
}): Pick<Screen, 'launch' | 'closeTabs' | 'closeApplications' | 'focusTab' | 'focusApplication'> {
  const { scenario, clock, onChange } = deps;
  const items = () => scenario.at(clock.now()).items;

  const close = (matches: (item: OpenItem) => boolean): Outcome => {
    const ids = items()
      .filter(matches)
      .map(({ id }) => id);
    for (const id of ids) scenario.close(id);
    if (ids.length > 0) onChange();
    return DONE;
  };

  const focus = (item: OpenItem | undefined): Outcome => {
    if (item === undefined) return REFUSED;
    scenario.focus(item.id, clock.now());
    onChange();
    return DONE;
  };

  return {
    launch(launch) {
      if ('command' in launch && !deps.hasPrograms) return REFUSED;
      const activity =
        'url' in launch
          ? ({ app: 'page', url: launch.url } as const)
          : ({ app: 'files', command: launch.command } as const);
      scenario.open(activity, clock.now());
      onChange();
      return DONE;
    },
    closeTabs: (tabIds) => close(({ id, inBrowser }) => inBrowser && tabIds.includes(id)),
    closeApplications: (wanted) =>
      close(({ id, inBrowser, label }) =>
        inBrowser ? wanted.includes(BROWSER_ID) : wanted.includes(id) || wanted.includes(label.program),
      ),
    focusTab(tabId, url) {
      const pages = items().filter(({ inBrowser }) => inBrowser);
      return focus(
        pages.find(({ id }) => id === tabId) ?? pages.find(({ label }) => url && label.url === url),
      );
    },
    focusApplication(windowId) {
      if (windowId === BROWSER_ID) return focus(frontPageOf(scenario.at(clock.now())));
      return focus(items().find(({ id, inBrowser }) => !inBrowser && id === windowId));
    },
  };
}
