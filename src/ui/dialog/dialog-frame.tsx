import { mdiClose } from '@mdi/js';
import { type FocusEventHandler, type ReactNode, useRef } from 'react';
import { IconButton } from '../button.tsx';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

export type FrameProps = {
  label: string;
  width: string;
  closeLabel: string;
  onClose: () => void;
  /** Shows the label as a heading with a close button. */
  withHeader?: boolean | undefined;
  children: ReactNode;
};

/** The browser's own <dialog>, open while it is mounted. It closes without confirmation. */
export function DialogFrame(props: FrameProps & { onFocus?: FocusEventHandler }) {
  const modal = useModal(props.onClose);
  /** A drag from the inside may end in a click on the backdrop, which must not close the dialog. */
  const isPressedOutside = useRef(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the <dialog> itself handles Escape
    <dialog
      {...modal}
      aria-label={props.label}
      className={styles.dialog}
      style={{ width: `min(${props.width}, calc(100vw - 1.5rem))` }}
      onFocus={props.onFocus}
      onCancel={(event) => {
        // A file field inside of the dialog sends `cancel` too, when its own file chooser is cancelled.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        props.onClose();
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressedOutside.current) props.onClose();
      }}
    >
      <div className={styles.body}>
        {props.withHeader ? (
          <div className={styles.header}>
            <h2 className={styles.title}>{props.label}</h2>
            <IconButton icon={mdiClose} label={props.closeLabel} onClick={props.onClose} />
          </div>
        ) : null}
        {props.children}
      </div>
    </dialog>
  );
}
