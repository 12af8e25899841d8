import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** Whole seconds are rounded up: 0:00 is only said when it is over. */
function formatTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The time that is left, as it goes by. A timer is not read out by itself (WAI-ARIA), so that nobody is drowned. */
export function Countdown(props: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return <span role="timer">{formatTimeLeft(props.untilMs - nowMs)}</span>;
}
