import { useEffect, useRef } from 'react';
import { disconnectedAfterMs } from '#domain/devices/single-device.ts';

/** Calls `onDisconnected` once, when the device counts as disconnected. The function must be stable. */
export function useDisconnected(
  device: { isHere: boolean; isInDirectory: boolean; isListening: boolean },
  onDisconnected: () => void,
): void {
  const { isHere, isInDirectory, isListening } = device;
  const wasHere = useRef(false);
  useEffect(() => {
    wasHere.current ||= isHere;
    const ms = disconnectedAfterMs({ isHere, wasHere: wasHere.current, isInDirectory, isListening });
    if (ms === undefined) return;
    const timer = setTimeout(onDisconnected, ms);
    return () => clearTimeout(timer);
  }, [isHere, isInDirectory, isListening, onDisconnected]);
}
