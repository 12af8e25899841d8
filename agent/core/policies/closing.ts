/** Closes the pages and programs that policies block, and reports them. */

import { judgeApp } from '#domain/policies/app-rules.ts';
import { judgePage } from '#domain/policies/page-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Application, Tab } from '#protocol/feedback.ts';
import type { Lock } from '../device-state.ts';
import type { Screen } from '../screen.ts';
import { appEvent, pageEvent } from './policy-events.ts';
import type { ReportFinding, ReportPictures } from './report-pictures.ts';
import type { PolicyRules } from './strictest.ts';

/** The reported rule if only other pages or programs are allowed. */
const NO_LINE = '*';

type PageRule = PolicyRules['pages'][number];
type AppRules = PolicyRules['apps'][number];

export function createClosing(deps: {
  clock: Clock;
  screen: Screen;
  pictures: ReportPictures;
  report: ReportFinding;
}) {
  const { clock, screen, pictures, report } = deps;

  return {
    /** Closes blocked pages, except the page that a tutor or a policy has locked the screen to. */
    closePages(rules: readonly PageRule[], lock: Lock | undefined): void {
      if (rules.length === 0) return;
      const tabs = screen.tabs().filter(({ url }) => lock?.name !== 'address' || url !== lock.url);
      const found = forbiddenPages(rules, tabs);
      if (found.length === 0) return;
      // The picture is taken while the page is still open.
      const isPictureWanted = found.some(({ rule }) => rule.report && rule.attachScreenshot);
      const picture = isPictureWanted ? pictures.take() : undefined;
      const closed = new Set(screen.closeTabs([...new Set(found.map(({ tab }) => tab.tabId))]) ?? []);
      const gone = found.filter(({ tab }) => closed.has(tab.tabId));
      for (const { tab, rule, matched } of gone) {
        if (!rule.report) continue;
        const event = pageEvent({ policyId: rule.policyId, rule: matched, tab, at: clock.now() });
        report(event, rule.attachScreenshot ? picture : undefined);
      }
      const [first] = gone;
      if (first) screen.notify({ title: 'This page is blocked', message: first.tab.title || first.tab.url });
    },

    closeApps(rules: readonly AppRules[]): void {
      if (rules.length === 0) return;
      const found = forbiddenApps(rules, screen.applications());
      if (found.length === 0) return;
      const isPictureWanted = found.some(({ rule }) => rule.report && rule.attachScreenshot);
      const picture = isPictureWanted ? pictures.take() : undefined;
      const ids = [...new Set(found.map(({ application }) => application.windowId))];
      const closed = new Set(screen.closeApplications(ids) ?? []);
      const gone = found.filter(({ application }) => closed.has(application.windowId));
      for (const { application, rule, matched } of gone) {
        if (!rule.report) continue;
        const event = appEvent({ policyId: rule.policyId, rule: matched, application, at: clock.now() });
        report(event, rule.attachScreenshot ? picture : undefined);
      }
      const [first] = gone;
      if (first) screen.notify({ title: 'This program is blocked', message: first.application.title });
    },
  };
}

const forbiddenPages = (rules: readonly PageRule[], tabs: readonly Tab[]) =>
  rules.flatMap((rule) =>
    tabs.flatMap((tab) => {
      const { isBlocked, line = NO_LINE } = judgePage(tab.url, rule);
      return isBlocked ? [{ tab, rule, matched: line }] : [];
    }),
  );

const forbiddenApps = (rules: readonly AppRules[], applications: readonly Application[]) =>
  rules.flatMap((rule) =>
    applications.flatMap((application) => {
      const { isBlocked, line = NO_LINE } = judgeApp(application, rule);
      return isBlocked ? [{ application, rule, matched: line }] : [];
    }),
  );
