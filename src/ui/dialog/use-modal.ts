import { type ReactEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';
import { swallowRestOfGesture } from './rest-of-gesture.ts';

/** What a <dialog> needs for it. */
type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  onClose: ReactEventHandler<HTMLDialogElement>;
};

/**
 * A <dialog> over the page, open for as long as it is mounted. A browser may close it whatever becomes of its `cancel`
 * event, as with a second Escape: it opens again then, and `close` is asked to take it away. What runs in it is never
 * out of sight.
 */
export function useModal(close: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  /** The newest press inside, or beside it: it may be the one that closes it. */
  const pressed = useRef<MouseEvent>(undefined);
  // Closed before it leaves the document: afterwards the browser gives the focus back to nobody.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    isLeaving.current = false;
    if (!dialog.open) dialog.showModal();
    const notePress = (event: MouseEvent) => {
      pressed.current = event;
    };
    dialog.addEventListener('click', notePress, { capture: true });
    return () => {
      isLeaving.current = true;
      dialog.removeEventListener('click', notePress, { capture: true });
      if (pressed.current) swallowRestOfGesture(pressed.current);
      dialog.close();
    };
  }, []);
  return {
    ref,
    onClose({ currentTarget: dialog }) {
      // The event comes later than what it tells of.
      if (isLeaving.current || dialog.open || !dialog.isConnected) return;
      dialog.showModal();
      close();
    },
  };
}
