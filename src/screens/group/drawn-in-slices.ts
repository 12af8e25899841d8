/** Hundreds of cards that are drawn at once hold the page up for longer than a person notices; a slice does not. */
import { useEffect, useState } from 'react';

/** A class, or what a window shows of more. */
const FIRST = 40;
/** With their layout they take some twenty milliseconds. */
const NEXT = 20;

/** The first ones at once, the others one slice after the other; once all are drawn, whatever comes later at once. */
export function useDrawnInSlices<T>(all: readonly T[]): readonly T[] {
  const [limit, setLimit] = useState(FIRST);
  const isWhole = limit >= all.length;
  useEffect(() => {
    // Not by animation frames: a page in the background has none.
    const timer = setTimeout(() => setLimit(isWhole ? Number.POSITIVE_INFINITY : limit + NEXT), 0);
    return () => clearTimeout(timer);
  }, [limit, isWhole]);
  return isWhole ? all : all.slice(0, limit);
}
