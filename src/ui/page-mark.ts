import { useLayoutEffect } from 'react';

/**
 * Sets `data-{name}` on the root element while the component is mounted and `isSet`. Styles of other parts
 * use it in place of `body:has(…)`, which searches the whole page at each change.
 */
export function usePageMark(name: string, isSet = true): void {
  useLayoutEffect(() => {
    if (!isSet) return;
    const root = document.documentElement;
    root.setAttribute(`data-${name}`, '');
    return () => root.removeAttribute(`data-${name}`);
  }, [name, isSet]);
}
