import { useObservable } from '#ui/use-observable.ts';
import { remoteControl } from './remote-control.ts';
import { RemoteControlDialog } from './remote-control-dialog.tsx';
import { TakeOverDialog } from './take-over-dialog.tsx';

export function RemoteControlView(props: { onClose: () => void }) {
  const state = useObservable(remoteControl);
  if (state.name === 'closed') return null;
  if (state.name === 'asking')
    return <TakeOverDialog state={state} onTakeOver={remoteControl.takeOver} onClose={props.onClose} />;
  return <RemoteControlDialog state={state} control={remoteControl} />;
}
