import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './overlay.module.css';

/** Over the whole page, which is inert behind it. Mounted means open. Without `onClose` nothing the student does ends it. */
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
      // Otherwise a second Escape closes it whatever its `cancel` event says.
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget: dialog }) => {
        // However it was closed, where a browser does not know `closedby`: it stands until it is unmounted.
        if (!dialog.isConnected || dialog.open) return;
        if (onClose) onClose();
        else dialog.showModal();
      }}
    >
      {children}
    </dialog>
  );
}
