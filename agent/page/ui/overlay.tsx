import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './overlay.module.css';

/** Over the whole page, which is inert behind it. Mounted means open. Without `onClose` nothing the student does ends it. */
export function Overlay(props: { label: string; onClose?: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.overlay}
      aria-label={props.label}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose?.();
      }}
      onKeyDown={(event) => {
        // A second Escape closes a dialog whatever its `cancel` event says.
        if (event.key === 'Escape' && props.onClose === undefined) event.preventDefault();
      }}
    >
      {props.children}
    </dialog>
  );
}
