import { useSyncExternalStore } from 'react';
import type { LineState } from '#protocol/threads/live-worker.ts';
import { liveConnection } from './live-connection.ts';

/** How much less than the screens want devices are asked for, and why. */
export function useLine(): LineState {
  const { line } = liveConnection;
  return useSyncExternalStore(line.subscribe, line.get);
}
