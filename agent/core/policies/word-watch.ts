/** Reports the policies' words that appear in titles of tabs and windows, each finding once. */

import { foundWords } from '#domain/policies/keyword-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Application, Tab } from '#protocol/feedback.ts';
import type { Screen } from '../screen.ts';
import { wordEvent } from './policy-events.ts';
import type { ReportFinding, ReportPictures } from './report-pictures.ts';
import type { PolicyRules } from './strictest.ts';

/** The number of reported findings that are cached. The oldest is dropped first. */
const MAX_REPORTED = 500;

type WordRule = PolicyRules['words'][number];
/** A tab or a window. */
type Titled = { id: string; title: string; url: string };

export function createWordWatch(deps: {
  clock: Clock;
  screen: Screen;
  pictures: ReportPictures;
  report: ReportFinding;
}) {
  const { clock, screen, pictures, report } = deps;
  const reported = new Set<string>();

  const reportOnce = (rule: WordRule, word: string, { id, title, url }: Titled) => {
    const key = JSON.stringify([rule.policyId, word, id, title]);
    if (reported.has(key)) return;
    const event = wordEvent({ policyId: rule.policyId, word, title, url, at: clock.now() });
    if (!report(event, rule.attachScreenshot ? pictures.take() : undefined)) return;
    reported.add(key);
    const [oldest] = reported;
    if (reported.size > MAX_REPORTED && oldest !== undefined) reported.delete(oldest);
  };

  return {
    look(rules: readonly WordRule[]): void {
      if (rules.length === 0) return;
      for (const titled of titledOf(screen.tabs(), screen.applications())) {
        for (const rule of rules.filter(({ report: isTold }) => isTold)) {
          for (const word of foundWords(titled.title, rule)) reportOnce(rule, word, titled);
        }
      }
    },
  };
}

/** A window with the title of a tab is the browser's own, so only the tab is reported. */
function titledOf(tabs: readonly Tab[], applications: readonly Application[]): readonly Titled[] {
  const named = tabs.filter((tab) => tab.title !== '');
  const windows = applications.filter(({ title }) => !named.some((tab) => title.includes(tab.title)));
  return [
    ...tabs.map(({ tabId, title, url }) => ({ id: tabId, title, url })),
    ...windows.map(({ windowId, title }) => ({ id: windowId, title, url: '' })),
  ];
}
