import { useEffect, useMemo } from 'react';
import type { GroupWatch } from '../../../live/group-watch.ts';
import { createViewReporter } from '../../../live/view-reporter.ts';
import { createVisibleCards } from './visible-cards.ts';

/** Tells the live worker which cards are in view, and what else is said to the reporter. */
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
