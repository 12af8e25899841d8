import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a checkbox that represents several entries: it is mixed if some of them are checked. Mixed is a
 * property, not an attribute of the element.
 */
export function useMixed(isMixed: boolean): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return box;
}
