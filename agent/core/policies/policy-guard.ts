/**
 * Keeps a device to its policies. Whenever the policies, the minute, or what is open changes, the guard closes what may
 * not be open, and reports what it found.
 */

import type { DeviceType } from '#domain/devices/device-type.ts';
import type { Clock } from '#protocol/clock.ts';
import type { DeviceEvent } from '#protocol/device-event.ts';
import type { DeviceState, PolicyHold } from '../device-state.ts';
import { NO_HOLD, shownLock } from '../device-state.ts';
import type { Network } from '../machine.ts';
import type { Screen } from '../screen.ts';
import { activePolicies } from './active-policies.ts';
import { createClosing } from './closing.ts';
import type { HeldPolicy } from './held-policy.ts';
import { localTime } from './local-time.ts';
import { holdOf, type PolicyRules, rulesOf } from './policy-effects.ts';
import { createReportPictures, type ReportFinding } from './report-pictures.ts';
import { createWordWatch } from './word-watch.ts';

const MINUTE_MS = 60_000;
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

  const report: ReportFinding = (event, picture) => {
    if (screen.privacy() || deps.state().policies.privacy) return false;
    if (!picture) deps.report(event);
    else void picture.then((taken) => deps.report(taken ? { ...event, picture: taken } : event));
    return true;
  };
  const closing = createClosing({ clock, screen, pictures, report });
  const words = createWordWatch({ clock, screen, pictures, report });
  const look = () => {
    // Closing something changes what is open.
    if (isLooking) return;
    isLooking = true;
    try {
      closing.closePages(rules.pages, shownLock(deps.state()));
      closing.closeApps(rules.apps);
      words.look(rules.words);
    } finally {
      isLooking = false;
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
