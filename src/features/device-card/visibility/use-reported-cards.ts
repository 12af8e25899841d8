import { useEffect, useMemo } from 'react';
import type { GroupWatch } from '#live/group-watch.ts';
import { createViewReporter } from '#live/view-reporter.ts';
import { createVisibleCards } from './visible-cards.ts';

/** Reports the visible cards to the live worker, together with the other fields of the reporter. */
export function useReportedCards({ look }: Pick<GroupWatch, 'look'>) {
  const reporter = useMemo(() => createViewReporter(look), [look]);
  const visibleCards = useMemo(
    () => createVisibleCards((visible) => reporter.change({ visible })),
    [reporter],
  );
  useEffect(
    () => () => {
      visibleCards.stop();
      reporter.stop();
    },
    [visibleCards, reporter],
  );
  return { reporter, visibleCards };
}
