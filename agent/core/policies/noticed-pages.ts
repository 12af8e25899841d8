/** Passes the rules to an agent's page guard, and reports what the agent noticed by them. */
import { foundWords } from '#domain/policies/keyword-rules.ts';
import { judgePage } from '#domain/policies/page-rules.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { Lock } from '../device-state.ts';
import { NO_LINE } from './closing.ts';
import type { NoticedPage, PageGuard, PageRules, PolicyName } from './page-guard.ts';
import { pageEvent, wordEvent } from './policy-events.ts';
import type { ReportFinding, ReportPictures } from './report-pictures.ts';
import type { PolicyRules } from './strictest.ts';

/** A page that is loaded again, and a text that is still being typed, are reported once within this time. */
const WINDOW_MS = { page: 10_000, word: 600_000 } as const;
/** The oldest reports are dropped beyond this number. */
const MAX_REPORTED = 500;

export function createNoticedPages(deps: {
  clock: Clock;
  pageGuard: PageGuard | undefined;
  pictures: ReportPictures;
  report: ReportFinding;
  rules: () => PolicyRules;
  /** The name of a policy of this device. */
  nameOf: (policyId: string) => string;
  /** The lock that is on the screen. */
  lock: () => Lock | undefined;
}) {
  const { clock, pageGuard, pictures, report, rules, nameOf } = deps;
  /** When each finding was reported last. */
  const reported = new Map<string, EpochMs>();
  let passed: { rules: PolicyRules; lockedTo: string | undefined; text: string } | undefined;

  const lockedPage = () => {
    const lock = deps.lock();
    return lock?.name === 'address' ? lock.url : undefined;
  };
  const named = (policyId: string): PolicyName => ({ policyId, policyName: nameOf(policyId) });

  /** `send` returns false while the student is private. */
  const reportOnce = (kind: keyof typeof WINDOW_MS, about: readonly string[], send: () => boolean) => {
    const key = JSON.stringify([kind, ...about]);
    const before = reported.get(key);
    if (before !== undefined && Math.abs(clock.now() - before) < WINDOW_MS[kind]) return;
    if (!send()) return;
    reported.delete(key);
    reported.set(key, clock.now());
    const [oldest] = reported.keys();
    if (reported.size > MAX_REPORTED && oldest !== undefined) reported.delete(oldest);
  };

  return {
    /** Passes the rules to the page guard if they have changed. */
    passRules(): void {
      if (pageGuard === undefined) return;
      const present = rules();
      const lockedTo = lockedPage();
      // The state of the device changes often, and the lists of pages are long.
      if (passed?.rules === present && passed.lockedTo === lockedTo) return;
      const { pages, words } = present;
      const next: PageRules = {
        blocks: pages.map(({ policyId, accessMode, urls }) => ({ ...named(policyId), accessMode, urls })),
        words: words.flatMap(({ policyId, keywords, wholeWordMatching, report: isReported }) =>
          isReported ? [{ ...named(policyId), keywords, wholeWordMatching }] : [],
        ),
        ...(lockedTo !== undefined && { lockedTo }),
      };
      const text = JSON.stringify(next);
      const isSame = text === passed?.text;
      passed = { rules: present, lockedTo, text };
      if (!isSame) pageGuard.follow(next);
    },
    /** Reports a page that the agent has blocked. Returns the policies that block it. */
    pageBlocked({ url, title = '' }: NoticedPage): readonly PolicyName[] {
      if (url === lockedPage()) return [];
      const blocking = rules().pages.flatMap((rule) => {
        const { isBlocked, line = NO_LINE } = judgePage(url, rule);
        return isBlocked ? [{ rule, line }] : [];
      });
      for (const { rule, line } of blocking) {
        if (!rule.report) continue;
        const { policyId } = rule;
        reportOnce('page', [policyId, url], () =>
          report(
            pageEvent({ policyId, rule: line, tab: { url, title }, at: clock.now() }),
            rule.attachScreenshot ? pictures.take() : undefined,
          ),
        );
      }
      return blocking.map(({ rule }) => named(rule.policyId));
    },
    /** Reports the words of policies in a text that the student has typed. */
    typed(text: string, { url, title = '' }: NoticedPage): void {
      for (const rule of rules().words.filter(({ report: isReported }) => isReported)) {
        const { policyId, attachScreenshot } = rule;
        for (const word of foundWords(text, rule))
          reportOnce('word', [policyId, word, url], () =>
            report(
              wordEvent({ policyId, word, title, url, at: clock.now() }),
              attachScreenshot ? pictures.take() : undefined,
            ),
          );
      }
    },
  };
}
