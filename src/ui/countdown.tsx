import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** Seconds are rounded up, so that 0:00 is shown only when the time is over. */
function formatTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Shows the time that is left. Screen readers do not read the role `timer` by themselves: it changes each second. */
export function Countdown(props: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return <span role="timer">{formatTimeLeft(props.untilMs - nowMs)}</span>;
}
