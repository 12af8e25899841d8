import { useEffect, useRef, useState } from 'react';

/**
 * Returns the newest value at most every `everyMs`; until then `first`. For screen readers, because a value
 * that keeps changing is announced too.
 */
export function useSpaced<T>(value: T, everyMs: number, first: T): T {
  const [shown, setShown] = useState(first);
  const newest = useRef(value);
  newest.current = value;
  const isOther = value !== shown;
  useEffect(() => {
    if (!isOther) return;
    const timer = setTimeout(() => setShown(newest.current), everyMs);
    return () => clearTimeout(timer);
  }, [isOther, everyMs]);
  return shown;
}

/** Returns the value once it has not changed for `quietMs`; until then `first`. */
export function useSettled<T>(value: T, quietMs: number, first = value): T {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, settled, quietMs]);
  return settled;
}
