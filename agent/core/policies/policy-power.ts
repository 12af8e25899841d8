/**
 * The power action of the policies, once each time that they begin to ask for it: a machine that comes back while they
 * still ask is left alone.
 */
import type { Clock } from '#protocol/clock.ts';
import type { Scheduled } from '../actions/power-actions.ts';
import type { DonePower } from './policy-memory.ts';
import type { PolicyPower } from './strictest.ts';

/** What was done so long ago was another time, also where the machine was off all the while. */
const SAME_TIME_MS = 12 * 60 * 60_000;

export function createPolicyPower(deps: {
  clock: Clock;
  /** What was done last, kept over a restart. */
  done: { get(): DonePower | undefined; set(done: DonePower | undefined): void };
  followPolicies: (wanted: Scheduled | undefined) => void;
}) {
  const { clock, done } = deps;
  /** What they ask for, as JSON; null before anybody has looked. */
  let asked: string | undefined | null = null;

  const isDone = (plan: string) => {
    const before = done.get();
    return before?.plan === plan && Math.abs(clock.now() - before.at) < SAME_TIME_MS;
  };

  const scheduledOf = (plan: string, { countdown, repeatIn, ...shown }: PolicyPower): Scheduled => ({
    plan: shown,
    countdownMs: countdown * 1_000,
    repeatAfterMs: repeatIn * 1_000,
    say({ outcome }) {
      if (outcome === 'done') done.set({ plan, at: clock.now() });
    },
  });

  return {
    /**
     * `isPlaceKnown`: the device has a network, or cannot tell. A machine that has just started has none yet, and its
     * policies may ask for the same again as soon as it has.
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
