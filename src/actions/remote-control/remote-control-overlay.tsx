import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { remoteControl } from './remote-control.ts';

const RemoteControlDialog = lazy(async () => ({
  default: (await import('./remote-control-dialog.tsx')).RemoteControlDialog,
}));

/** The remote control of this tab, over whatever screen it was begun from; mounted once. */
export function RemoteControlOverlay() {
  const state = useSyncExternalStore(remoteControl.subscribe, remoteControl.get);
  // Nobody sees it any more: the console is left.
  useEffect(() => remoteControl.close, []);
  return state.name === 'closed' ? null : (
    <Suspense fallback={null}>
      <RemoteControlDialog state={state} control={remoteControl} />
    </Suspense>
  );
}
