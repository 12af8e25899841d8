import { mdiClose } from '@mdi/js';
import { type FocusEventHandler, type ReactNode, useRef } from 'react';
import { IconButton } from '../button.tsx';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

export type FrameProps = {
  label: string;
  /** A CSS length, for example `44rem`. */
  width: string;
  closeLabel: string;
  onClose: () => void;
  /** Shows the label as a heading with a close button. */
  withHeader?: boolean | undefined;
  children: ReactNode;
};

/** The browser's own <dialog>, open as long as it is mounted. It asks nothing before it closes. */
export function DialogFrame(props: FrameProps & { onFocus?: FocusEventHandler }) {
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
      onFocus={props.onFocus}
      onCancel={(event) => {
        // A file field within sends `cancel` up to the dialog when its own file chooser is cancelled.
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
