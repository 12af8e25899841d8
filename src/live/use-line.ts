import { useSyncExternalStore } from 'react';
import type { LineState } from '#protocol/threads/live-worker.ts';
import { liveConnection } from './live-connection.ts';

/** How far device requests are throttled, and why. */
export function useLine(): LineState {
  const { line } = liveConnection;
  return useSyncExternalStore(line.subscribe, line.get);
}
