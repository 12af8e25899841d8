import { useEffect, useState } from 'react';
import { platformNow } from '#session/platform-time.ts';

const INTERVAL_MS = 20_000;

/** The platform's time, updated while needed: the minutes since a wake pass without an event. */
export function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(platformNow);
  useEffect(() => {
    if (!isNeeded) return;
    const look = () => setNow(platformNow());
    look();
    const timer = setInterval(look, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
