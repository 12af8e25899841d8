/**
 * Performs the policies' power action once each time that they begin to ask for it. A machine that comes back
 * while they still ask is left alone.
 */
import type { Clock } from '#protocol/clock.ts';
import type { Scheduled } from '../actions/power-actions.ts';
import type { DonePower } from './policy-memory.ts';
import type { PolicyPower } from './strictest.ts';

/** An action that was performed longer ago counts as another occasion, even if the machine was off since. */
const WINDOW_MS = 12 * 60 * 60_000;

export function createPolicyPower(deps: {
  clock: Clock;
  /** The action that was performed last, stored over a restart. */
  done: { get(): DonePower | undefined; set(done: DonePower | undefined): void };
  followPolicies: (wanted: Scheduled | undefined) => void;
}) {
  const { clock, done } = deps;
  /** The requested action as JSON; null before the first evaluation. */
  let asked: string | undefined | null = null;

  const isDone = (plan: string) => {
    const before = done.get();
    return before?.plan === plan && Math.abs(clock.now() - before.at) < WINDOW_MS;
  };

  const scheduledOf = (plan: string, { countdown, repeatIn, ...shown }: PolicyPower): Scheduled => ({
    plan: shown,
    countdownMs: countdown * 1_000,
    repeatAfterMs: repeatIn * 1_000,
    beforePower: () => done.set({ plan, at: clock.now() }),
    // The next start of the device tries an action again that the machine has refused.
    reply({ ok }) {
      if (!ok) done.set(undefined);
    },
  });

  return {
    /**
     * `isPlaceKnown`: the device has a network, or cannot read it. A machine that has just started has no
     * network yet, and its policies may ask for the same action once it has.
     */
    follow(power: PolicyPower | undefined, isPlaceKnown: boolean): void {
      const plan = power && JSON.stringify(power);
      if (plan === undefined && isPlaceKnown && done.get()) done.set(undefined);
      if (plan === asked) return;
      asked = plan;
      if (power === undefined || plan === undefined) deps.followPolicies(undefined);
      else deps.followPolicies(isDone(plan) ? undefined : scheduledOf(plan, power));
    },
  };
}
