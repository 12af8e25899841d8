import { useEffect, useState } from 'react';
import { TIMING } from '#domain/timing.ts';

/**
 * Whether nothing is known of the device yet: it has as long to be heard as one that then counts as disconnected
 *, from when there is somebody to hear it.
 */
export function useIsAwaited({ isHere, isListening }: { isHere: boolean; isListening: boolean }): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOver || !(isHere || isListening)) return;
    const timer = setTimeout(setOver, isHere ? 0 : TIMING.deviceAwaitedMs, true);
    return () => clearTimeout(timer);
  }, [isOver, isHere, isListening]);
  return !isHere && !isOver;
}
