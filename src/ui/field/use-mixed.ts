import { type RefObject, useEffect, useRef } from 'react';

/** For a checkbox that stands for several things: it is mixed where some of them are checked. Mixed is no attribute of the element. */
export function useMixed(isMixed: boolean): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return box;
}
