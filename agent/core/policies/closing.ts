/** Closes the pages and programs that policies block, and reports them. */

import { judgeApp } from '#domain/policies/app-rules.ts';
import { judgePage } from '#domain/policies/page-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import type { DeviceEvent } from '#protocol/device-event.ts';
import type { Application, Tab } from '#protocol/feedback.ts';
import type { Lock } from '../device-state.ts';
import type { Screen } from '../screen.ts';
import type { CloseOutcome, WindowCloser } from '../window-closer.ts';
import type { PageGuard } from './page-guard.ts';
import { appEvent, pageEvent } from './policy-events.ts';
import type { ReportFinding, ReportPictures } from './report-pictures.ts';
import type { PolicyRules } from './strictest.ts';

/** The reported rule if only other pages or programs are allowed. */
export const NO_LINE = '*';
/** A window that refused to close, for example to ask its user to save, is asked again after this delay. */
const RETRY_DELAY_MS = 5_000;

type PageRule = PolicyRules['pages'][number];
type AppRules = PolicyRules['apps'][number];
/** A tab or window that a rule forbids. `id` is that of the tab or window. */
type Found = {
  id: string;
  title: string;
  rule: { report: boolean; attachScreenshot: boolean };
  event: DeviceEvent;
};

export function createClosing(deps: {
  clock: Clock;
  screen: Screen;
  closer: WindowCloser;
  pictures: ReportPictures;
  report: ReportFinding;
  pageGuard: PageGuard | undefined;
  rules: () => PolicyRules;
  /** Looks for forbidden pages and programs again. */
  retry: () => void;
}) {
  const { clock, screen, closer, pictures, report, pageGuard } = deps;
  let cancelRetry: (() => void) | undefined;

  const retryLater = () => {
    cancelRetry ??= clock.after(RETRY_DELAY_MS, () => {
      cancelRetry = undefined;
      deps.retry();
    });
  };

  /**
   * Closes items, and reports those that are gone. Those that are closing already are left out. `title` is
   * that of a notification to the student.
   */
  function createRemoval(
    title: string | undefined,
    close: (ids: readonly string[]) => Promise<CloseOutcome>,
  ) {
    const closing = new Set<string>();
    return async (all: readonly Found[]): Promise<void> => {
      const found = all.filter(({ id }) => !closing.has(id));
      if (found.length === 0) return;
      // The picture is taken while the item is still open.
      const isPictureWanted = found.some(({ rule }) => rule.report && rule.attachScreenshot);
      const picture = isPictureWanted ? pictures.take() : undefined;
      const ids = [...new Set(found.map(({ id }) => id))];
      for (const id of ids) closing.add(id);
      const outcome = await close(ids);
      for (const id of ids) closing.delete(id);
      if (!outcome.ok) return;
      const closed = new Set(outcome.closed);
      const gone = found.filter(({ id }) => closed.has(id));
      for (const { rule, event } of gone)
        if (rule.report) report(event, rule.attachScreenshot ? picture : undefined);
      const [first] = gone;
      if (first && title !== undefined) screen.notify({ title, message: first.title });
      if (closed.size < ids.length) retryLater();
    };
  }

  const shows = (id: string) => {
    const { pages } = deps.rules();
    return screen
      .tabs()
      .some(({ tabId, url }) => tabId === id && pages.some((rule) => judgePage(url, rule).isBlocked));
  };
  const { turnAway } = pageGuard ?? {};
  // The guard's own page tells the student why.
  const removePages = turnAway
    ? createRemoval(undefined, (ids) => closer.closeTabs(ids, shows, turnAway))
    : createRemoval('This page is blocked', (ids) => closer.closeTabs(ids));
  const removeApps = createRemoval('This program is blocked', closer.closeApplications);

  return {
    /** Closes blocked pages, except the page that a tutor or a policy has locked the screen to. */
    closePages(rules: readonly PageRule[], lock: Lock | undefined): void {
      if (rules.length === 0) return;
      const tabs = screen.tabs().filter(({ url }) => lock?.name !== 'address' || url !== lock.url);
      void removePages(forbiddenPages(rules, tabs, clock.now()));
    },
    closeApps(rules: readonly AppRules[]): void {
      if (rules.length === 0) return;
      void removeApps(forbiddenApps(rules, screen.applications(), clock.now()));
    },
    stop(): void {
      cancelRetry?.();
    },
  };
}

const forbiddenPages = (rules: readonly PageRule[], tabs: readonly Tab[], at: number): readonly Found[] =>
  rules.flatMap((rule) =>
    tabs.flatMap((tab) => {
      const { isBlocked, line = NO_LINE } = judgePage(tab.url, rule);
      const event = pageEvent({ policyId: rule.policyId, rule: line, tab, at });
      return isBlocked ? [{ id: tab.tabId, title: tab.title || tab.url, rule, event }] : [];
    }),
  );

const forbiddenApps = (
  rules: readonly AppRules[],
  applications: readonly Application[],
  at: number,
): readonly Found[] =>
  rules.flatMap((rule) =>
    applications.flatMap((application) => {
      const { isBlocked, line = NO_LINE } = judgeApp(application, rule);
      const event = appEvent({ policyId: rule.policyId, rule: line, application, at });
      return isBlocked ? [{ id: application.windowId, title: application.title, rule, event }] : [];
    }),
  );
