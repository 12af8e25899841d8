import type { ActionDialogProps } from '../action-entry.ts';
import { NotThereYet } from '../files/not-there-yet.tsx';
import { m } from './messages.ts';

export function ShareScreenDialog({ onClose }: ActionDialogProps) {
  return <NotThereYet title={m.shareScreen} text={m.shareText} onClose={onClose} />;
}
