import { useEffect, useState } from 'react';

const INTERVAL_MS = 1_000;

/** Rounds seconds up, so that 0:00 appears only at the end. */
function formatTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Shows the remaining time. The role `timer` keeps screen readers from announcing each second. */
export function Countdown(props: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), INTERVAL_MS);
    return () => clearInterval(ticking);
  }, []);
  return <span role="timer">{formatTimeLeft(props.untilMs - nowMs)}</span>;
}
