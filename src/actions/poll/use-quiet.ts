import { useEffect, useState } from 'react';

/** A value once it has not changed for a while. */
export function useQuiet(value: string, quietMs: number): string {
  const [quiet, setQuiet] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return quiet;
}
