import { useEffect, useState } from 'react';
import { TIMING } from '#domain/timing.ts';

/**
 * Whether the device may still send its first message: until the timeout after which a device counts as
 * disconnected. The timeout starts once the console is listening.
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
