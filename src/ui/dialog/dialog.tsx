import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Boundary } from '../boundary/boundary.tsx';
import { DialogFrame, type FrameProps } from './dialog-frame.tsx';
import { m } from './dialog-messages.ts';
import { Leaving } from './leave-dialog.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { useTypedWork } from './typed-work.ts';

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
        <Leaving value={leave}>
          <Boundary kind="dialog" onClose={leave}>
            {children}
          </Boundary>
        </Leaving>
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
