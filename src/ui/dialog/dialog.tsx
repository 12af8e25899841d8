import { mdiClose } from '@mdi/js';
import { type FocusEventHandler, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '../button.tsx';
import styles from './dialog.module.css';
import { DialogEditor } from './dialog-form.tsx';
import { m } from './dialog-messages.ts';
import { Leaving } from './leave-dialog.ts';
import { useTypedWork } from './typed-work.ts';
import { useModal } from './use-modal.ts';

type FrameProps = {
  label: string;
  /** A CSS length, for example `44rem`. */
  width: string;
  closeLabel: string;
  onClose: () => void;
  /** Shows the label as a heading with a close button. */
  withHeader?: boolean | undefined;
  children: ReactNode;
};

function DialogFrame(props: FrameProps & { onFocus?: FocusEventHandler }) {
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

function LeaveQuestion(props: { text: string; closeLabel: string; onStay: () => void; onLeave: () => void }) {
  return (
    <DialogFrame
      label={m.leaveTitle}
      width="26rem"
      closeLabel={props.closeLabel}
      onClose={props.onStay}
      withHeader
    >
      <DialogEditor
        cancelTitle={m.keepEditing}
        onCancel={props.onStay}
        submit={{ title: m.discard, look: 'danger', onSubmit: props.onLeave }}
      >
        <p>{props.text}</p>
      </DialogEditor>
    </DialogFrame>
  );
}

/**
 * A modal over the browser's own <dialog>: focus stays inside, the page behind is inert, Escape closes, and the
 * focus goes back to where it was. Mounted means open. Escape, the cross and a press beside it ask first where
 * something was typed, or chosen: `isUnsaved`. A button that calls `onClose` itself asks nothing.
 */
export function Dialog(
  props: FrameProps & {
    isUnsaved?: boolean;
    /** Says what would be lost. */
    leaveText?: string;
  },
) {
  const { onClose, isUnsaved, leaveText = m.leaveText, children, ...frame } = props;
  const typed = useTypedWork();
  const [isAsking, setAsking] = useState(false);
  const leave = () => (isUnsaved || typed.hasTyped() ? setAsking(true) : onClose());
  /** The question is removed first: while it is open the dialog behind it cannot take the focus back. */
  function discard(): void {
    flushSync(() => setAsking(false));
    onClose();
  }
  return (
    <>
      <DialogFrame {...frame} onClose={leave} onFocus={typed.onFocus}>
        <Leaving value={leave}>{children}</Leaving>
      </DialogFrame>
      {isAsking ? (
        <LeaveQuestion
          text={leaveText}
          closeLabel={props.closeLabel}
          onStay={() => setAsking(false)}
          onLeave={discard}
        />
      ) : null}
    </>
  );
}
