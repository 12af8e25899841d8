import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './overlay.module.css';

/** Covers the page, which is inert behind it. Open while mounted. Closable only with `onClose`. */
export function Overlay({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose?: (() => void) | undefined;
  children: ReactNode;
}) {
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
      aria-label={label}
      // Without this a second Escape closes the dialog even if its `cancel` event was prevented.
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget: dialog }) => {
        // Browsers without `closedby` may still close the dialog; then it is opened again.
        if (!dialog.isConnected || dialog.open) return;
        if (onClose) onClose();
        else dialog.showModal();
      }}
    >
      {children}
    </dialog>
  );
}
