import { useEffect } from 'react';
import { m } from '../messages.ts';

/** The tab's title says how many things wait for the student, also while they look at another tab. */
export function useWaitingTitle(count: number): void {
  useEffect(() => {
    document.title = count === 0 ? m.pageTitle : m.waitingTitle({ count });
    return () => {
      document.title = m.pageTitle;
    };
  }, [count]);
}
