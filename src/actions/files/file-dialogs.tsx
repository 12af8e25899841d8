import type { ActionDialogProps } from '../action-entry.ts';
import { m } from './messages.ts';
import { NotThereYet } from './not-there-yet.tsx';

export function SendFilesDialog({ onClose }: ActionDialogProps) {
  return <NotThereYet title={m.sendFiles} text={m.sendText} onClose={onClose} />;
}

export function CollectFilesDialog({ onClose }: ActionDialogProps) {
  return <NotThereYet title={m.collectFiles} text={m.collectText} onClose={onClose} />;
}
