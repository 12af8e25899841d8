import { useEffect } from 'react';
import { lazyDialog } from '../../shell/lazy/lazy-part.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { m } from './messages.ts';
import { remoteControl } from './remote-control.ts';
import type { RemoteControlDialogProps } from './remote-control-dialog.tsx';
import type { TakeOverDialogProps } from './take-over-dialog.tsx';

const RemoteControlDialog = lazyDialog<RemoteControlDialogProps & { onClose: () => void }>(
  m.title,
  async () => (await import('./remote-control-dialog.tsx')).RemoteControlDialog,
);

const TakeOverDialog = lazyDialog<TakeOverDialogProps>(
  m.title,
  async () => (await import('./take-over-dialog.tsx')).TakeOverDialog,
);

/** The remote control of this tab, over whatever screen it was begun from; mounted once. */
export function RemoteControlOverlay() {
  const state = useObservable(remoteControl);
  // The console is left, and the viewer is not seen any more.
  useEffect(() => remoteControl.close, []);
  if (state.name === 'closed') return null;
  if (state.name === 'asking')
    return <TakeOverDialog state={state} onTakeOver={remoteControl.takeOver} onClose={remoteControl.close} />;
  return <RemoteControlDialog state={state} control={remoteControl} onClose={remoteControl.close} />;
}
