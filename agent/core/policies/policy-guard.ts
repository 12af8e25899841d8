/**
 * Enforces the policies on a device. Whenever the policies, the time, the network or the open windows change,
 * the guard applies the combined effects, closes what is blocked, and reports its findings.
 */
import { localTime } from '#domain/policies/local-time.ts';
import type { Network } from '#domain/policies/network.ts';
import type { Clock } from '#protocol/clock.ts';
import type { DeviceEvent } from '#protocol/device-event.ts';
import type { Scheduled } from '../actions/power-actions.ts';
import type { DeviceState, PolicyHold } from '../device-state.ts';
import { NO_HOLD, shownLock } from '../device-state.ts';
import type { Screen } from '../screen.ts';
import type { WindowCloser } from '../window-closer.ts';
import { activePolicies } from './active-policies.ts';
import { createClosing } from './closing.ts';
import {
  type Abilities,
  type HeldPolicy,
  impossibleParts,
  type ReadPolicy,
  readHeldPolicy,
} from './held-policy.ts';
import { createNoticedPages } from './noticed-pages.ts';
import type { PageGuard } from './page-guard.ts';
import { createPolicyLaunches } from './policy-launches.ts';
import type { PolicyMemory } from './policy-memory.ts';
import { createPolicyPower } from './policy-power.ts';
import { createReportPictures, type ReportFinding } from './report-pictures.ts';
import { createScreenCaptures } from './screen-captures.ts';
import { type PolicyRules, strictestOf } from './strictest.ts';
import { createWordWatch } from './word-watch.ts';

/** A change of the time or the network is noticed within this time, also after the machine has slept. */
const POLL_INTERVAL_MS = 5_000;
const MINUTE_MS = 60_000;
const NO_RULES: PolicyRules = { pages: [], words: [], apps: [], captures: [] };

export type PolicyGuardDeps = {
  clock: Clock;
  screen: Screen;
  closer: WindowCloser;
  abilities: Abilities;
  memory: PolicyMemory;
  /** Absent on an agent that can only close pages which are open. */
  pageGuard?: PageGuard | undefined;
  /** Returns undefined if the device cannot read its network. */
  network: () => Network | undefined;
  state: () => Readonly<DeviceState>;
  hold: (hold: PolicyHold) => void;
  power: (wanted: Scheduled | undefined) => void;
  report: (event: DeviceEvent) => void;
};

export function createPolicyGuard(deps: PolicyGuardDeps) {
  const { clock, screen, abilities, memory } = deps;
  let policies: readonly ReadPolicy[] = [];
  let impossible: readonly string[] = [];
  let rules = NO_RULES;
  let held = JSON.stringify(NO_HOLD);
  let cancelTimer: (() => void) | undefined;
  let isStopped = false;

  const isPrivate = () => screen.privacy() || deps.state().policies.privacy;
  const report: ReportFinding = (event, picture) => {
    if (isPrivate()) return false;
    if (!picture) deps.report(event);
    else {
      // Privacy may have begun while the picture was drawn.
      void picture.then((taken) => deps.report(taken && !isPrivate() ? { ...event, picture: taken } : event));
    }
    return true;
  };
  const pictures = createReportPictures({ clock, screen, state: deps.state });
  const { look, stop: stopLooking } = createLook({ ...deps, pictures, report, rules: () => rules });
  const noticed = createNoticedPages({
    clock,
    pageGuard: deps.pageGuard,
    pictures,
    report,
    rules: () => rules,
    nameOf: (policyId) => policies.find(({ id }) => id === policyId)?.name ?? '',
    lock: () => shownLock(deps.state()),
  });
  const captures = createScreenCaptures({ clock, pictures, report });
  const launches = createPolicyLaunches(deps);
  const power = createPolicyPower({
    clock,
    followPolicies: deps.power,
    done: {
      get: () => memory.get()?.donePower,
      set: (donePower) => memory.set({ policies: [], ...memory.get(), donePower }),
    },
  });

  const evaluate = () => {
    const network = deps.network();
    const facts = { time: localTime(clock.now()), network };
    const together = strictestOf(activePolicies(policies, facts));
    rules = together.rules;
    const hold = { ...together.hold, impossible };
    const next = JSON.stringify(hold);
    if (next !== held) {
      held = next;
      deps.hold(hold);
    }
    noticed.passRules();
    look();
    captures.follow(rules.captures);
    launches.follow(together.launches);
    power.follow(together.power, network === undefined || network.addresses.length > 0);
  };

  const waitForChange = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (isStopped || !policies.some(({ conditions }) => conditions.length > 0)) return;
    const toMinuteMs = MINUTE_MS - (clock.now() % MINUTE_MS);
    cancelTimer = clock.after(Math.min(POLL_INTERVAL_MS, toMinuteMs), () => {
      evaluate();
      waitForChange();
    });
  };

  const apply = (next: readonly HeldPolicy[]) => {
    policies = next.map((policy) => readHeldPolicy(policy, abilities));
    impossible = impossibleParts(next, policies);
    evaluate();
    waitForChange();
  };

  return {
    /** Applies the stored policies until the platform sends others. */
    start() {
      const stored = memory.get()?.policies ?? [];
      if (stored.length > 0) apply(stored);
      // The guard may still have the rules of a former run.
      else noticed.passRules();
    },
    /** Stores and applies the platform's retained list. */
    follow(next: readonly HeldPolicy[]) {
      memory.set({ ...memory.get(), policies: [...next] });
      apply(next);
    },
    /** Checks the open tabs and windows after a change. */
    look,
    /** The page that the screen is locked to stays open. */
    lockChanged: noticed.passRules,
    pageBlocked: noticed.pageBlocked,
    typed: noticed.typed,
    stop() {
      isStopped = true;
      cancelTimer?.();
      stopLooking();
      launches.stop();
      captures.stop();
    },
  };
}

/** Closes and reports by the current rules. Changes that it causes itself do not start it again. */
function createLook(
  deps: Pick<PolicyGuardDeps, 'clock' | 'screen' | 'closer' | 'pageGuard' | 'state'> & {
    pictures: ReturnType<typeof createReportPictures>;
    report: ReportFinding;
    rules: () => PolicyRules;
  },
): { look(): void; stop(): void } {
  const closing = createClosing({ ...deps, pageGuard: deps.pageGuard, retry: look });
  const words = createWordWatch(deps);
  let isLooking = false;
  function look(): void {
    if (isLooking) return;
    isLooking = true;
    try {
      const rules = deps.rules();
      closing.closePages(rules.pages, shownLock(deps.state()));
      closing.closeApps(rules.apps);
      words.look(rules.words);
    } finally {
      isLooking = false;
    }
  }
  return { look, stop: closing.stop };
}
