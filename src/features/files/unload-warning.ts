import { useEffect } from 'react';
import { useBegunWork } from '#ui/begun-work/begun-work.ts';

/** While `isRunning`, the browser confirms before the page is left. */
export function useUnloadWarning(isRunning: boolean): void {
  useBegunWork(isRunning);
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);
}
