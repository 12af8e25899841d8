import { useEffect, useState } from 'react';

/** A value once it has not changed for a while; `first` until then, which is the value itself unless said. */
export function useSettled<T>(value: T, quietMs: number, first = value): T {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, settled, quietMs]);
  return settled;
}
