import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** The current time in epoch milliseconds, updated every second. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return nowMs;
}
