import { useBlocker } from '@tanstack/react-router';
import { useBegunWork } from '#ui/begun-work/begun-work.ts';
import { LeaveQuestion } from '#ui/dialog/leave-question.tsx';

/** While a page has unsaved input, links, Back and closing the tab require confirmation. */
export function UnsavedGuard(props: { isUnsaved: boolean; text: string; closeLabel: string }) {
  const { isUnsaved, text, closeLabel } = props;
  useBegunWork(isUnsaved);
  const blocker = useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LeaveQuestion text={text} closeLabel={closeLabel} onStay={blocker.reset} onLeave={blocker.proceed} />
  );
}
