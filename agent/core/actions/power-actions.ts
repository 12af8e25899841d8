/**
 * Shutdown, restart, sleep and sign-out: announced, counted down, possibly postponed, performed. Tutors
 * request them by an action, policies by becoming active. Only one runs at a time, and a tutor's goes first.
 */
import type { PowerPlan } from '../device-state.ts';
import { attempt, DONE, UNSUPPORTED } from '../outcome.ts';
import type { ActionDeps, DeviceActionContext, Handlers } from './action-context.ts';

export type Scheduled = {
  plan: Omit<PowerPlan, 'endsAt'>;
  countdownMs: number;
  /** 0: after an abort the action is not repeated. */
  repeatAfterMs: number;
  /** Called just before the machine is asked, because it may go at once. */
  beforePower?: () => void;
  reply: DeviceActionContext['reply'];
};

export function createPowerActions({
  clock,
  machine,
  change,
}: Pick<ActionDeps, 'clock' | 'machine' | 'change'>) {
  /** The action that counts down, or that the student postponed. */
  let current: Scheduled | undefined;
  /** The action that the policies ask for. It counts down while no tutor's action does. */
  let ofPolicies: Scheduled | undefined;
  let cancelTimer: (() => void) | undefined;

  const carryOut = async (scheduled: Scheduled) => {
    current = undefined;
    if (ofPolicies === scheduled) ofPolicies = undefined;
    change({ power: undefined });
    scheduled.beforePower?.();
    const outcome = await attempt(() => machine?.power(scheduled.plan.action) ?? UNSUPPORTED);
    scheduled.reply(outcome.ok ? { ok: true, outcome: 'done' } : outcome);
  };
  const countDown = (scheduled: Scheduled) => {
    current = scheduled;
    change({ power: { ...scheduled.plan, endsAt: clock.now() + scheduled.countdownMs } });
    cancelTimer = clock.after(scheduled.countdownMs, () => void carryOut(scheduled));
  };
  const end = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    current?.reply({ ok: true, outcome: 'aborted' });
    current = undefined;
  };

  const handlers: Handlers<'powerAction'> = {
    powerAction({ countdown, repeatIn, ...plan }, { reply }) {
      if (machine === undefined) return UNSUPPORTED;
      // A new action replaces the previous one.
      end();
      countDown({ plan, countdownMs: countdown * 1_000, repeatAfterMs: repeatIn * 1_000, reply });
      return { ...DONE, outcome: 'scheduled' };
    },
  };

  return {
    handlers,
    /** Follows the power action of the active policies. The same object again changes nothing. */
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
    /** Aborts the countdown. Returns false if nothing counts down or an abort is not allowed. */
    abort(counting: PowerPlan | undefined): boolean {
      const aborted = current;
      if (aborted === undefined || !counting?.allowToAbort) return false;
      end();
      change({ power: undefined });
      if (aborted.repeatAfterMs > 0) {
        current = aborted;
        cancelTimer = clock.after(aborted.repeatAfterMs, () => {
          aborted.reply({ ok: true, outcome: 'scheduled' });
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
