import { useEffect, useState } from 'react';

const LOOK_AGAIN_MS = 20_000;

/** Epoch ms, now and then, as long as it is needed: the minutes since a wake pass by themselves. */
export function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    const look = () => setNow(Date.now());
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
