import { useContext, useState } from 'react';
import { flushSync } from 'react-dom';
import { Boundary } from '../boundary/boundary.tsx';
import { DialogFrame, type FrameProps } from './dialog-frame.tsx';
import { m } from './dialog-messages.ts';
import { LeaveGuard, Leaving } from './leave-dialog.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { useTypedWork } from './typed-work.ts';

/** Why the dialog confirms: closing it or following a link would lose work. */
type Question = { name: 'closing' } | { name: 'link'; answer: (isBlocked: boolean) => void };

/**
 * A modal dialog with the browser's own <dialog>, open while it is mounted. The focus stays inside and
 * returns at the end, the page behind is inert, and Escape closes. Escape, the cross, the backdrop, Back, a
 * link and a reload require confirmation if text was typed or `isUnsaved` is set. A button that calls
 * `onClose` does not.
 */
export function Dialog(
  props: FrameProps & {
    isUnsaved?: boolean;
    leaveText?: string;
  },
) {
  const { onClose, isUnsaved, leaveText = m.leaveText, children, ...frame } = props;
  const typed = useTypedWork();
  const Guard = useContext(LeaveGuard);
  const [question, setQuestion] = useState<Question>();
  const hasUnsaved = () => isUnsaved === true || typed.hasTyped();
  function leave(): void {
    if (question !== undefined) return;
    if (hasUnsaved()) setQuestion({ name: 'closing' });
    else onClose();
  }
  const askBeforeLink = () =>
    new Promise<boolean>((answer) => {
      setQuestion({ name: 'link', answer });
    });
  function stay(): void {
    setQuestion(undefined);
    if (question?.name === 'link') question.answer(true);
  }
  /** The question is removed first, because the dialog behind it cannot take the focus while it is open. */
  function discard(): void {
    flushSync(() => setQuestion(undefined));
    onClose();
    if (question?.name === 'link') question.answer(false);
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
      <Guard hasUnsaved={hasUnsaved} leave={leave} askBeforeLink={askBeforeLink} />
      {question === undefined ? null : (
        <LeaveQuestion text={leaveText} closeLabel={props.closeLabel} onStay={stay} onLeave={discard} />
      )}
    </>
  );
}
