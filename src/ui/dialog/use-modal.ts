import { type ReactEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';
import { useBegunWork } from '../begun-work/begun-work.ts';
import { firstField } from './first-field.ts';
import { swallowRestOfGesture } from './rest-of-gesture.ts';

type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  onClose: ReactEventHandler<HTMLDialogElement>;
};

/**
 * A modal <dialog>, open while it is mounted. A browser may close it even if its `cancel` event was
 * prevented, as with a second Escape. The dialog then opens again and `close` is called, so that its owner
 * decides and work in it is never hidden.
 */
export function useModal(close: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  /** The last press in or beside the dialog, which may be the one that closes it. */
  const pressed = useRef<MouseEvent>(undefined);
  useBegunWork();
  // Close the dialog before it is removed: afterwards, the browser does not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    isLeaving.current = false;
    if (!dialog.open) {
      dialog.showModal();
      // The browser would focus the cross, where an early Enter would close the dialog.
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
      // The event is asynchronous, so the dialog may be gone or open again.
      if (isLeaving.current || dialog.open || !dialog.isConnected) return;
      dialog.showModal();
      close();
    },
  };
}
