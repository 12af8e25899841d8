import { useSyncExternalStore } from 'react';

/** Below this the navigation lies over the page instead of beside it. */
const NARROW = '(max-width: 47.99em)';

function subscribe(changed: () => void): () => void {
  const media = matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

export const useNarrow = () => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
