import type { ReactNode } from 'react';
import { Boundary } from '../boundary/boundary.tsx';
import { Dialog } from './dialog.tsx';

/**
 * Wraps the place that opens a dialog: a dialog that fails is replaced by an error dialog, and the page
 * behind it stays. `Dialog` has its own boundary around its content, so that its title and close button stay.
 */
export function DialogBoundary(props: {
  /** The label of the dialog that failed. */
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
