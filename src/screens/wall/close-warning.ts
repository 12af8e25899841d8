import { useEffect } from 'react';
import { useBegunWork } from '#ui/begun-work/begun-work.ts';
import { m } from './messages.ts';

/** Warns before the tab closes. Browsers show a text of their own; older ones show this one. */
export function useCloseWarning(isNeeded: boolean): void {
  useBegunWork(isNeeded);
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = m.closeWarning;
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
