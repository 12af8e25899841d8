/** End of a run in either direction: it runs, then the last messages are exchanged, then it is over. */
import type { Clock } from '../clock.ts';
import type { TransferEnd } from './transfer.ts';

/** How long the channel stays open for the last message of the other side. */
const REPLY_TIMEOUT_MS = 1_000;

type Phase =
  | { name: 'running' }
  /** Nothing new begins. `end`: end of the run when the other side's last message comes, once awaited. */
  | { name: 'leaving'; end?: TransferEnd; stopTimer?: () => void }
  | { name: 'over' };

export type Ending = {
  ended: Promise<TransferEnd>;
  isRunning(): boolean;
  isOver(): boolean;
  /** End of the run once the other side has sent its last message; undefined if none is awaited. */
  awaited(): TransferEnd | undefined;
  /** From now on nothing new begins. */
  leave(): void;
  /** Leaves, and gives the other side a second for its last message. */
  awaitLastMessage(end: TransferEnd): void;
  /** Ends the run, once. */
  finish(end: TransferEnd): void;
};

export function createEnding({
  clock,
  close,
  onEnd,
}: {
  clock: Pick<Clock, 'after'>;
  /** Closes the channel. If it returns a promise, the end is reported after that. */
  close(): void | Promise<void>;
  onEnd(end: TransferEnd): void;
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
    const notify = () => {
      onEnd(end);
      resolveEnded(end);
    };
    const closing = close();
    if (closing === undefined) notify();
    else void closing.then(notify);
  }

  return {
    ended,
    isRunning: () => phase.name === 'running',
    isOver: () => phase.name === 'over',
    awaited: () => (phase.name === 'leaving' ? phase.end : undefined),
    leave() {
      if (phase.name === 'running') phase = { name: 'leaving' };
    },
    awaitLastMessage(end) {
      if (phase.name === 'over') return;
      phase = { name: 'leaving', end, stopTimer: clock.after(REPLY_TIMEOUT_MS, () => finish(end)) };
    },
    finish,
  };
}
