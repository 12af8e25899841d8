import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { LeavableDialog } from '#ui/dialog/leave-dialog.ts';

/** The open dialogs, the topmost last: only that one reacts to Back. */
const open: Pick<LeavableDialog, 'hasUnsaved'>[] = [];

/**
 * Rendered in each dialog of the console. Back closes the topmost dialog. A link is confirmed by the topmost
 * dialog with unsaved work, and a reload by the browser.
 */
export function LeaveBlocker(props: LeavableDialog) {
  const [self] = useState<Pick<LeavableDialog, 'hasUnsaved'>>(() => ({ hasUnsaved: props.hasUnsaved }));
  self.hasUnsaved = props.hasUnsaved;
  useEffect(() => {
    open.push(self);
    return () => void open.splice(open.indexOf(self), 1);
  }, [self]);
  useBlocker({
    enableBeforeUnload: () => self.hasUnsaved(),
    shouldBlockFn({ action, current, next }) {
      if (action === 'PUSH' || action === 'REPLACE') {
        const asks = open.findLast((dialog) => dialog.hasUnsaved());
        return self === asks && current.pathname !== next.pathname && props.askBeforeLink();
      }
      if (self !== open.at(-1)) return false;
      // Leave after the router has restored the address: a dialog with its state in the address would change
      // it in between.
      addEventListener('popstate', props.leave, { once: true });
      return true;
    },
  });
  return null;
}
