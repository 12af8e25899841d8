/**
 * Shutdown, restart, sleep and sign-out: announced, counted down, perhaps put off, done. Tutors ask for it by an action,
 * policies by acting. There is one at a time: that of a tutor goes before that of a policy.
 */
import type { PowerPlan } from '../device-state.ts';
import type { ActionDeps, DeviceActionContext, Handlers } from './action-context.ts';
import { DONE, UNSUPPORTED } from './action-handlers.ts';

export type Scheduled = {
  plan: Omit<PowerPlan, 'endsAt'>;
  countdownMs: number;
  /** 0: once aborted, it stays away. */
  repeatAfterMs: number;
  say: DeviceActionContext['say'];
};

export function createPowerActions({
  clock,
  machine,
  change,
}: Pick<ActionDeps, 'clock' | 'machine' | 'change'>) {
  /** Counting down, or put off by the student until it comes again. */
  let current: Scheduled | undefined;
  /** Of the policies; counts down when no tutor's does. */
  let ofPolicies: Scheduled | undefined;
  let cancelTimer: (() => void) | undefined;

  const carryOut = (scheduled: Scheduled) => {
    current = undefined;
    if (ofPolicies === scheduled) ofPolicies = undefined;
    change({ power: undefined });
    // The reply goes out before the action happens: afterwards there is no connection.
    scheduled.say({ ok: true, outcome: 'done' });
    machine?.power(scheduled.plan.action);
  };
  const countDown = (scheduled: Scheduled) => {
    current = scheduled;
    change({ power: { ...scheduled.plan, endsAt: clock.now() + scheduled.countdownMs } });
    cancelTimer = clock.after(scheduled.countdownMs, () => carryOut(scheduled));
  };
  const end = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    current?.say({ ok: true, outcome: 'aborted' });
    current = undefined;
  };

  const handlers: Handlers<'powerAction'> = {
    powerAction({ countdown, repeatIn, ...plan }, { say }) {
      if (machine === undefined) return UNSUPPORTED;
      // A new one takes the place of the one before.
      end();
      countDown({ plan, countdownMs: countdown * 1_000, repeatAfterMs: repeatIn * 1_000, say });
      return { ...DONE, outcome: 'scheduled' };
    },
  };

  return {
    handlers,
    /** What the policies that act want, undefined for nothing; the same object again changes nothing. */
    followPolicies(wanted: Scheduled | undefined): void {
      if (wanted === ofPolicies) return;
      const isCounting = current !== undefined && current === ofPolicies;
      ofPolicies = wanted;
      if (isCounting) {
        end();
        change({ power: undefined });
      }
      if (wanted && current === undefined) countDown(wanted);
    },
    /** The student aborts the countdown. False: nothing is counting down, or the student may not abort it. */
    abort(counting: PowerPlan | undefined): boolean {
      const aborted = current;
      if (aborted === undefined || !counting?.allowToAbort) return false;
      end();
      change({ power: undefined });
      if (aborted.repeatAfterMs > 0) {
        current = aborted;
        cancelTimer = clock.after(aborted.repeatAfterMs, () => {
          aborted.say({ ok: true, outcome: 'scheduled' });
          countDown(aborted);
        });
      } else if (aborted === ofPolicies) ofPolicies = undefined;
      else if (ofPolicies) countDown(ofPolicies);
      return true;
    },
    stop() {
      cancelTimer?.();
      current = undefined;
    },
  };
}
