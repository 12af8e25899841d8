/**
 * Combines the active policies: the strictest wins for each effect. The order of the list never matters, and
 * one policy more never allows more.
 */
import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { Effect, EffectName, EffectParameters } from '#domain/policies/effects.ts';
import { judgePage } from '#domain/policies/page-rules.ts';
import { lockOf } from '../actions/lock.ts';
import type { Lock, PolicyHold } from '../device-state.ts';
import type { Launch } from '../screen.ts';
import type { ReadPolicy } from './held-policy.ts';

/** The parameters of one effect, with the policy that it belongs to. */
type Of<Name extends EffectName> = EffectParameters<Name> & { policyId: string };
type PageRules = EffectParameters<'BlockWebsitesDefinition'> & { policyId: string };

export type PolicyRules = {
  pages: readonly PageRules[];
  words: readonly Of<'KeywordMonitoringDefinition'>[];
  apps: readonly Of<'BlockAppDefinition'>[];
  /** The ids of policies that take pictures of the screen. */
  captures: readonly string[];
};

export type PolicyPower = EffectParameters<'PowerActionsDefinition'>;
export type PolicyLaunch = {
  launch: Launch;
  /** Seconds between two launches; 0: launch once. */
  repeatIn: number;
};

export type Together = {
  hold: Omit<PolicyHold, 'impossible'>;
  rules: PolicyRules;
  power: PolicyPower | undefined;
  launches: readonly PolicyLaunch[];
};

export function strictestOf(active: readonly ReadPolicy[]): Together {
  const policies = active.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const effects = policies.flatMap(({ id, effects: own }) =>
    own.map((effect) => ({ ...effect, policyId: id })),
  );
  const has = (name: EffectName) => effects.some(({ definition }) => definition === name);
  const pages = [
    ...read(effects, 'BlockWebsitesDefinition'),
    ...read(effects, 'BlockAllWebsitesDefinition').map((each) => ({
      ...each,
      accessMode: 'WhiteList' as const,
    })),
  ];
  const lock = strictestLock(read(effects, 'LockScreenDefinition'), pages);
  const power = strictestPower(read(effects, 'PowerActionsDefinition'));
  const isSleepBlocked = has('BlockSleepDefinition');
  return {
    hold: {
      active: policies.map(({ id }) => id),
      muted: has('MuteDefinition'),
      privacy: has('EnablePrivacyDefinition'),
      sleepBlocked: isSleepBlocked,
      keysBlocked: has('BlockKeypressDefinition'),
      captured: has('ScreenCaptureDefinition'),
      ...(lock && { lock }),
    },
    rules: {
      pages,
      words: read(effects, 'KeywordMonitoringDefinition'),
      apps: read(effects, 'BlockAppDefinition'),
      captures: effects.flatMap(({ definition, policyId }) =>
        definition === 'ScreenCaptureDefinition' ? [policyId] : [],
      ),
    },
    // A blocked sleep is dropped only here, after it has made the other power actions as strict as itself.
    power: power?.action === 'sleep' && isSleepBlocked ? undefined : power,
    launches: launchesOf(read(effects, 'LaunchActionDefinition'), pages),
  };
}

/** Ordered by severity. A sleep ends at the touch of a key, so it is the mildest. */
const SEVERITY: Record<PowerAction, number> = { sleep: 0, logout: 1, reboot: 2, shutdown: 3 };

/** A text is stricter than a page. Two different pages, or a page that is blocked, become a text as well. */
function strictestLock(
  locks: readonly Of<'LockScreenDefinition'>[],
  pages: readonly PageRules[],
): Lock | undefined {
  const [first] = locks;
  if (first === undefined) return undefined;
  const words = locks.find(({ url }) => url === undefined);
  if (words) return lockOf({ content: words.content });
  const { url = '' } = first;
  // A policy that locks to a page and blocks all others still allows that page.
  const own = new Set(locks.map(({ policyId }) => policyId));
  const isBlocked = pages.some((rule) => !own.has(rule.policyId) && judgePage(url, rule).isBlocked);
  const isOne = locks.every((lock) => lock.url === url);
  return isOne && !isBlocked ? lockOf({ url }) : lockOf({});
}

/** Combines the severest action and the shortest times. It may be postponed only if all plans allow it. */
function strictestPower(plans: readonly Of<'PowerActionsDefinition'>[]): PolicyPower | undefined {
  const [severest] = plans.toSorted((one, other) => SEVERITY[other.action] - SEVERITY[one.action]);
  if (severest === undefined) return undefined;
  const repeats = plans.map(({ repeatIn }) => repeatIn).filter((repeatIn) => repeatIn > 0);
  return {
    action: severest.action,
    message: severest.message,
    countdown: Math.min(...plans.map(({ countdown }) => countdown)),
    allowToAbort: plans.every(({ allowToAbort }) => allowToAbort),
    repeatIn: repeats.length === 0 ? 0 : Math.min(...repeats),
  };
}

/** Launches the same page or program of several policies once, at the shortest interval. */
function launchesOf(
  wanted: readonly Of<'LaunchActionDefinition'>[],
  pages: readonly PageRules[],
): readonly PolicyLaunch[] {
  const launches = new Map<string, PolicyLaunch>();
  for (const each of wanted) {
    const launch = launchOf(each);
    if (launch === undefined || isBlockedLaunch(launch, pages)) continue;
    const key = JSON.stringify(launch);
    const before = launches.get(key)?.repeatIn ?? 0;
    const repeats = [before, each.repeatIn].filter((repeatIn) => repeatIn > 0);
    launches.set(key, { launch, repeatIn: repeats.length === 0 ? 0 : Math.min(...repeats) });
  }
  return [...launches.values()];
}

function launchOf({
  selectedLaunch,
  url,
  command = '',
  args = '',
}: Of<'LaunchActionDefinition'>): Launch | undefined {
  if (selectedLaunch !== 'command' && url !== undefined) return { url };
  return selectedLaunch === 'url' || command.trim() === '' ? undefined : { command, args };
}

/** A blocked page would be closed at once. */
const isBlockedLaunch = (launch: Launch, pages: readonly PageRules[]): boolean =>
  'url' in launch && pages.some((rule) => judgePage(launch.url, rule).isBlocked);

type HeldEffect = Effect & { policyId: string };

const read = <Name extends EffectName>(effects: readonly HeldEffect[], name: Name): Of<Name>[] =>
  effects.flatMap(({ definition, parameters, policyId }) =>
    definition === name ? [{ ...(parameters as EffectParameters<Name>), policyId }] : [],
  );
