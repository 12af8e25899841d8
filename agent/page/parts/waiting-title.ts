import { useEffect } from 'react';
import { m } from '../messages.ts';

/** Shows the number of waiting requests in the tab's title, visible from other tabs as well. */
export function useWaitingTitle(count: number): void {
  useEffect(() => {
    document.title = count === 0 ? m.pageTitle : m.waitingTitle({ count });
    return () => {
      document.title = m.pageTitle;
    };
  }, [count]);
}
