import { useEffect } from 'react';
import { useBegunWork } from '../../ui/begun-work/begun-work.ts';
import { m } from './messages.ts';

/** Browsers show words of their own; older ones show these. */
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
