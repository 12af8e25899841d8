/** Follows one wake from the request to the runner's answer, even if its dialog has been closed. */
import type { ActionRun } from '#live/action-run.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { m } from './messages.ts';
import { type WakeOutcome, wakeOutcome } from './wake-outcome.ts';

/** A slower runner may know an address that the first one lacks. */
const GRACE_MS = 3_000;

/** Calls `tell` with every change until the outcome. The returned function makes the outcome a toast. */
export function followWake(run: ActionRun, tell: (outcome: WakeOutcome) => void): () => void {
  let isWatched = true;
  let isOver = false;
  let isLast = false;
  let lastCall: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const outcome = wakeOutcome(run.get());
    if (isOver) return;
    if (isWatched) tell(outcome);
    if (outcome.name === 'waiting') return;
    if (outcome.name === 'answered') {
      if (outcome.unknown.length > 0 && !isLast) {
        lastCall ??= setTimeout(() => {
          isLast = true;
          look();
        }, GRACE_MS);
        return;
      }
    }
    isOver = true;
    clearTimeout(lastCall);
    stop();
    if (!isWatched) announce(outcome);
  };
  const stop = run.subscribe(look);
  look();
  return () => {
    isWatched = false;
  };
}

function announce(outcome: Exclude<WakeOutcome, { name: 'waiting' }>): void {
  if (outcome.name === 'failed') {
    toasts.show({ type: 'warning', title: m.title, text: m.failed[outcome.why], closable: true });
    return;
  }
  const { woken, unknown } = outcome;
  const text = [
    m.wokenInShort({ count: woken.length }),
    ...(unknown.length > 0 ? [m.unknownInShort({ count: unknown.length })] : []),
  ].join('; ');
  toasts.show({ type: unknown.length > 0 ? 'warning' : 'success', title: m.title, text });
}
