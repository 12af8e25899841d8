import type { ReactNode } from 'react';
import { Boundary } from '../boundary/boundary.tsx';
import { Dialog } from './dialog.tsx';

/**
 * Where a dialog is opened: one that cannot be shown says so in a dialog of its own, and the page behind it stays.
 * `Dialog` has a boundary for its content, so that its title and its close button stay.
 */
export function DialogBoundary(props: {
  /** Of the dialog that was to be opened. */
  label?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { label = 'Could not be shown', onClose } = props;
  return (
    <Boundary
      kind="dialog"
      onClose={onClose}
      frame={(notice) => (
        <Dialog label={label} width="28rem" closeLabel="Close" onClose={onClose} withHeader>
          {notice}
        </Dialog>
      )}
    >
      {props.children}
    </Boundary>
  );
}
