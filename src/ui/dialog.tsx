import { mdiClose } from '@mdi/js';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

/**
 * A modal over the browser's own <dialog>: focus stays inside, the page behind is inert, Escape closes, and the
 * focus goes back to where it was. Mounted means open.
 */
export function Dialog(props: {
  label: string;
  /** For example `44rem`. */
  width: string;
  closeLabel: string;
  onClose: () => void;
  /** Shows the label as a heading with a close button. */
  withHeader?: boolean;
  children: ReactNode;
}) {
  const modal = useModal(props.onClose);
  /** A drag that began inside, as when text is selected, ends in a click on the backdrop. */
  const isPressedOutside = useRef(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for closing is Escape, which <dialog> handles itself
    <dialog
      {...modal}
      aria-label={props.label}
      className={styles.dialog}
      style={{ width: `min(${props.width}, calc(100vw - 1.5rem))` }}
      onCancel={(event) => {
        // Who chooses no file after all cancels the choice, which is told to everything around its field.
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
