import { useEffect, useState } from 'react';
import type { EpochMs } from '#protocol/clock.ts';

const INTERVAL_MS = 1_000;

/** The current time, updated every second. */
export function useNow(): EpochMs {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), INTERVAL_MS);
    return () => clearInterval(ticking);
  }, []);
  return nowMs;
}
