/** Whether the page is being printed, so that a list which draws a part of its rows draws all of them. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

function follow(changed: () => void): () => void {
  const change = (next: boolean) => () =>
    // The browser prints what is drawn when the event has been handled.
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
