import { useEffect, useEffectEvent, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { connectivity } from './connectivity.ts';

/** Calls `back` when the platform becomes reachable again. */
export function useWhenBack(back: () => void): void {
  const { offline } = useSnapshot(connectivity);
  const wasOffline = useRef(offline);
  const isBack = useEffectEvent(back);
  useEffect(() => {
    if (wasOffline.current && !offline) isBack();
    wasOffline.current = offline;
  }, [offline]);
}
