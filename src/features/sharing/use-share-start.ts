import { useEffect, useRef, useState } from 'react';
import type { ShareStart, ShareWish, StudentWish } from '#peer/share/begin-share.ts';
import { obstacleText } from './messages.ts';

/** The functions that start shares; `sharing.ts` has the real ones. */
export type ShareStarts = {
  shareOwn(wish: ShareWish, signal: AbortSignal): Promise<ShareStart>;
  shareStudent(wish: StudentWish, signal: AbortSignal): Promise<ShareStart>;
};

export type StartState = { name: 'idle' } | { name: 'starting' } | { name: 'failed'; text: string };

/** Runs one start at a time; closing the dialog cancels it. */
export function useShareStart() {
  const [state, setState] = useState<StartState>({ name: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(
    begin: (signal: AbortSignal) => Promise<ShareStart>,
    on: { name: string; started: () => void },
  ): Promise<void> {
    if (running.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ name: 'starting' });
    const started = await begin(signal);
    running.current = undefined;
    if (signal.aborted) return;
    if (started.ok) return on.started();
    const text = obstacleText(started.obstacle, on.name);
    setState(text === undefined ? { name: 'idle' } : { name: 'failed', text });
  }

  return { state, start, clear: () => setState((now) => (now.name === 'failed' ? { name: 'idle' } : now)) };
}
