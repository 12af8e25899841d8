import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for `quietMs`; until then `first`, which is the value itself by default. */
export function useSettled<T>(value: T, quietMs: number, first = value): T {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, settled, quietMs]);
  return settled;
}
