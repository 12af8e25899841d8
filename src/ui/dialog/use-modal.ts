import { type ReactEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';
import { useBegunWork } from '../begun-work/begun-work.ts';
import { firstField } from './first-field.ts';
import { swallowRestOfGesture } from './rest-of-gesture.ts';

/** The props of the <dialog>. */
type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  onClose: ReactEventHandler<HTMLDialogElement>;
};

/**
 * A <dialog> over the page, open for as long as it is mounted. A browser may close it whatever becomes of its `cancel`
 * event, as with a second Escape. The dialog then opens again, and `close` is called, whose owner may remove it: what
 * runs in a dialog is never out of sight.
 */
export function useModal(close: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  /** The newest press in the dialog or beside it, which may be the press that closes the dialog. */
  const pressed = useRef<MouseEvent>(undefined);
  useBegunWork();
  // The dialog is closed before it leaves the document: afterwards the browser does not give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    isLeaving.current = false;
    if (!dialog.open) {
      dialog.showModal();
      // The browser gives the focus to the cross, where an early Enter would close the dialog.
      firstField(dialog)?.focus();
    }
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
      // The event comes later than the closing itself.
      if (isLeaving.current || dialog.open || !dialog.isConnected) return;
      dialog.showModal();
      close();
    },
  };
}
