/** Warns when the clock of this computer is wrong. Lectern does not depend on it, but displayed times do. */
import { subscribe } from 'valtio/vanilla';
import { clockAheadMs } from '#session/platform-time.ts';
import { session } from '#session/session-state.ts';
import { m } from '../messages.ts';
import type { NewToast } from '../toasts/toasts.ts';

/** The clocks of school machines differ by minutes. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
/** An amount is expressed in the largest unit of which it holds at least two. */
const UNITS = [
  ['year', 365 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function amountOf(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, each]) => ms >= 2 * each) ?? UNITS[3];
  return new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.round(ms / unitMs),
  );
}

/** Undefined: the clock is accurate enough. `aheadMs`: negative if the clock is behind. */
export function clockWarning(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) < MAX_CLOCK_SKEW_MS) return undefined;
  const by = amountOf(Math.abs(aheadMs));
  return aheadMs > 0 ? m.clockAhead({ by }) : m.clockBehind({ by });
}

/** Warns once, with the first token that reveals it, until `signal` aborts. */
export function warnOfWrongClock(show: (toast: NewToast) => void, signal: AbortSignal): void {
  const unfollow = subscribe(session, look);
  const stop = () => {
    unfollow();
    signal.removeEventListener('abort', stop);
  };
  signal.addEventListener('abort', stop);
  function look(): void {
    const { state } = session;
    const text = state.name === 'signed-in' ? clockWarning(clockAheadMs(state.auth)) : undefined;
    if (text === undefined || signal.aborted) return;
    stop();
    show({ type: 'warning', text, closable: true });
  }
  look();
}
