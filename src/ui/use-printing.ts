/** Whether the page is being printed: a list that renders only part of its rows then renders all of them. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

function follow(changed: () => void): () => void {
  const change = (next: boolean) => () =>
    // The browser prints the state at the end of the event handler, so the render is synchronous.
    flushSync(() => {
      isPrinting = next;
      changed();
    });
  const [begin, end] = [change(true), change(false)];
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

export const usePrinting = (): boolean => useSyncExternalStore(follow, () => isPrinting);
