import { useObservable } from '#ui/use-observable.ts';

/** Below this width, the navigation covers the page instead of standing beside it. */
const NARROW = '(max-width: 47.99em)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

export const useNarrow = () => useObservable({ subscribe }, () => matchMedia(NARROW).matches);
