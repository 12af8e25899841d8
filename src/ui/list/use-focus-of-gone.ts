import { type RefObject, useEffect, useRef } from 'react';

/**
 * A row that goes takes the focus along when that was in it, or comes back to it from a dialog: the table takes it then,
 * so that a person at the keyboard is still where the row was.
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
