import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the table when the focused row is removed, or a dialog returns the focus to a removed
 * row. A keyboard user stays near the former row.
 */
export function useFocusOfGone(table: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(null);
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    table.current?.focus();
  });
  return (focused: Element) => {
    last.current = focused;
  };
}
