/**
 * Keeps a device to its policies: looks whenever they, the minute, or what is open changes, closes what may not be
 * open, and reports what it found.
 */

import type { DeviceType } from '#domain/devices/device-type.ts';
import type { DeviceEvent } from '#protocol/device-event.ts';
import type { Clock } from '../clock.ts';
import type { DeviceState, PolicyHold } from '../device-state.ts';
import { NO_HOLD } from '../device-state.ts';
import type { Network } from '../machine.ts';
import type { Screen } from '../screen.ts';
import { activePolicies } from './active-policies.ts';
import { closingAppRule } from './app-rules.ts';
import type { HeldPolicy } from './held-policy.ts';
import { foundWords } from './keyword-rules.ts';
import { localTime } from './local-time.ts';
import { closingRule } from './page-rules.ts';
import { holdOf, type PolicyRules, rulesOf } from './policy-effects.ts';
import { appEvent, pageEvent, wordEvent } from './policy-events.ts';
import { createReportPictures } from './report-pictures.ts';

const MINUTE_MS = 60_000;
/** What was reported already; the oldest is forgotten first. */
const MOST_REPORTED = 500;
const NO_RULES: PolicyRules = { pages: [], words: [], apps: [] };

export function createPolicyGuard(deps: {
  clock: Clock;
  screen: Screen;
  type: DeviceType;
  /** Undefined where the device cannot tell. */
  network: () => Network | undefined;
  state: () => Readonly<DeviceState>;
  hold: (hold: PolicyHold) => void;
  report: (event: DeviceEvent) => void;
}) {
  const { clock, screen, type } = deps;
  const pictures = createReportPictures({ clock, screen });
  const reported = new Set<string>();
  let policies: readonly HeldPolicy[] = [];
  let rules = NO_RULES;
  let held = JSON.stringify(NO_HOLD);
  let cancelTimer: (() => void) | undefined;
  let isLooking = false;

  const evaluate = () => {
    const facts = { type, time: localTime(clock.now()), network: deps.network() };
    const active = activePolicies(policies, facts);
    rules = rulesOf(active, type);
    const hold = holdOf(active, type);
    const next = JSON.stringify(hold);
    if (next !== held) {
      held = next;
      deps.hold(hold);
    }
    look();
  };

  const waitForMinute = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (!policies.some(({ conditions }) => conditions.length > 0)) return;
    cancelTimer = clock.after(MINUTE_MS - (clock.now() % MINUTE_MS), () => {
      evaluate();
      waitForMinute();
    });
  };

  /** Nothing is reported of what nobody may look at: false. Who attaches a picture has it taken before. */
  const report = (event: DeviceEvent, picture?: Promise<DeviceEvent['picture']>): boolean => {
    if (screen.privacy() || deps.state().policies.privacy) return false;
    if (!picture) deps.report(event);
    else void picture.then((taken) => deps.report(taken ? { ...event, picture: taken } : event));
    return true;
  };

  const look = () => {
    // Closing something changes what is open.
    if (isLooking) return;
    isLooking = true;
    try {
      closePages();
      closeApps();
      findWords();
    } finally {
      isLooking = false;
    }
  };

  const closePages = () => {
    if (rules.pages.length === 0) return;
    const { lock, policies: hold } = deps.state();
    const shown = lock ?? hold.lock;
    // The page that a tutor or a policy has locked the screen to is theirs.
    const tabs = screen.tabs().filter(({ url }) => shown?.name !== 'address' || url !== shown.url);
    const found = rules.pages.flatMap((rule) =>
      tabs.flatMap((tab) => {
        const matched = closingRule(tab.url, rule);
        return matched === undefined ? [] : [{ tab, rule, matched }];
      }),
    );
    if (found.length === 0) return;
    // Taken while the page is still open.
    const wanted = found.some(({ rule }) => rule.report && rule.attachScreenshot);
    const picture = wanted ? pictures.take() : undefined;
    const closed = new Set(screen.closeTabs([...new Set(found.map(({ tab }) => tab.tabId))]) ?? []);
    const gone = found.filter(({ tab }) => closed.has(tab.tabId));
    for (const { tab, rule, matched } of gone)
      if (rule.report)
        report(
          pageEvent({ policyId: rule.policyId, rule: matched, tab, at: clock.now() }),
          rule.attachScreenshot ? picture : undefined,
        );
    const [first] = gone;
    if (first) screen.notify({ title: 'This page is blocked', message: first.tab.title || first.tab.url });
  };

  const closeApps = () => {
    if (rules.apps.length === 0) return;
    const found = rules.apps.flatMap((rule) =>
      screen.applications().flatMap((application) => {
        const matched = closingAppRule(application, rule);
        return matched === undefined ? [] : [{ application, rule, matched }];
      }),
    );
    if (found.length === 0) return;
    const ids = [...new Set(found.map(({ application }) => application.windowId))];
    const closed = new Set(screen.closeApplications(ids) ?? []);
    const gone = found.filter(({ application }) => closed.has(application.windowId));
    for (const { application, rule, matched } of gone)
      if (rule.report)
        report(appEvent({ policyId: rule.policyId, rule: matched, application, at: clock.now() }));
    const [first] = gone;
    if (first) screen.notify({ title: 'This program is blocked', message: first.application.title });
  };

  const findWords = () => {
    if (rules.words.length === 0) return;
    const tabs = screen.tabs();
    // A browser's window says what its tab says.
    const named = tabs.filter((tab) => tab.title !== '');
    const windows = screen
      .applications()
      .filter(({ title }) => !named.some((tab) => title.includes(tab.title)));
    const places = [
      ...tabs.map(({ tabId, title, url }) => ({ id: tabId, title, url })),
      ...windows.map(({ windowId, title }) => ({ id: windowId, title, url: '' })),
    ];
    for (const { id, title, url } of places)
      for (const rule of rules.words)
        for (const word of foundWords(title, rule)) {
          const key = JSON.stringify([rule.policyId, word, id, title]);
          if (reported.has(key)) continue;
          const event = wordEvent({ policyId: rule.policyId, word, title, url, at: clock.now() });
          if (!report(event, rule.attachScreenshot ? pictures.take() : undefined)) continue;
          reported.add(key);
          const [oldest] = reported;
          if (reported.size > MOST_REPORTED && oldest !== undefined) reported.delete(oldest);
        }
  };

  return {
    /** The whole list, as the platform retains it. */
    follow(next: readonly HeldPolicy[]) {
      policies = next;
      evaluate();
      waitForMinute();
    },
    /** Tabs or windows have changed. */
    look,
    stop() {
      cancelTimer?.();
    },
  };
}
