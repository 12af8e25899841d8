/** How a run ends, the same for both directions: it runs, then the last words are exchanged, then it is over. */
import type { Clock } from '../clock.ts';
import type { TransferEnd } from './transfer.ts';

/** How long the last word of the other side may take before the channel is closed. */
const LAST_WORD_MS = 1_000;

type Phase =
  | { name: 'running' }
  /** Nothing new begins. `end`: what the run ends as when the other side says its last word, once that is awaited. */
  | { name: 'leaving'; end?: TransferEnd; stopTimer?: () => void }
  | { name: 'over' };

export type Ending = {
  ended: Promise<TransferEnd>;
  isRunning(): boolean;
  isOver(): boolean;
  /** What the run ends as once the other side has said its last word; undefined where none is awaited. */
  awaited(): TransferEnd | undefined;
  /** From here on nothing new begins. */
  leave(): void;
  /** Leaves, and gives the other side a second for its last word. */
  awaitLastWord(end: TransferEnd): void;
  /** The run is over, once. */
  finish(end: TransferEnd): void;
};

export function createEnding({
  clock,
  close,
  tell,
}: {
  clock: Pick<Clock, 'after'>;
  /** Closes the channel. Where it returns a promise, that is waited for before the end is told. */
  close(): void | Promise<void>;
  tell(end: TransferEnd): void;
}): Ending {
  let phase: Phase = { name: 'running' };
  let resolveEnded: (end: TransferEnd) => void = () => {};
  const ended = new Promise<TransferEnd>((resolve) => {
    resolveEnded = resolve;
  });

  function finish(end: TransferEnd) {
    if (phase.name === 'over') return;
    if (phase.name === 'leaving') phase.stopTimer?.();
    phase = { name: 'over' };
    const told = () => {
      tell(end);
      resolveEnded(end);
    };
    const closing = close();
    if (closing === undefined) told();
    else void closing.then(told);
  }

  return {
    ended,
    isRunning: () => phase.name === 'running',
    isOver: () => phase.name === 'over',
    awaited: () => (phase.name === 'leaving' ? phase.end : undefined),
    leave() {
      if (phase.name === 'running') phase = { name: 'leaving' };
    },
    awaitLastWord(end) {
      if (phase.name === 'over') return;
      phase = { name: 'leaving', end, stopTimer: clock.after(LAST_WORD_MS, () => finish(end)) };
    },
    finish,
  };
}
