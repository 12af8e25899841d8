import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { LeavableDialog } from '../../ui/dialog/leave-dialog.ts';

/** The open dialogs, the topmost last: only one of them answers to a press of Back. */
const open: Pick<LeavableDialog, 'hasUnsaved'>[] = [];

/**
 * Stands in each dialog of the console. Back closes the topmost dialog; a link asks about the topmost one with unsaved
 * work, and the browser asks before a reload.
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
      // The router first restores the address. A dialog that has its state in the address would change it meanwhile.
      addEventListener('popstate', props.leave, { once: true });
      return true;
    },
  });
  return null;
}
