/** Renders cards in slices, because rendering hundreds at once blocks the page noticeably. */
import { useEffect, useState } from 'react';

/** A class, or as many cards of a larger group as fit a window. */
const FIRST = 40;
/** Number of cards in each further slice, which take some 20 ms with layout. */
const NEXT = 20;

/** Returns the first items at once, and the rest slice by slice. After that, new items appear at once. */
export function useDrawnInSlices<T>(all: readonly T[]): readonly T[] {
  const [limit, setLimit] = useState(FIRST);
  const isWhole = limit >= all.length;
  useEffect(() => {
    // No animation frames, because a page in the background has none.
    const timer = setTimeout(() => setLimit(isWhole ? Number.POSITIVE_INFINITY : limit + NEXT), 0);
    return () => clearTimeout(timer);
  }, [limit, isWhole]);
  return isWhole ? all : all.slice(0, limit);
}
