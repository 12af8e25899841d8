import { useEffect } from 'react';
import { lazyDialog } from '../../shell/lazy/lazy-part.tsx';
import { whenResting } from '../../shell/start/when-resting.ts';
import { useObservable } from '../../ui/use-observable.ts';
import { m } from './entry-messages.ts';
import { wantedControl } from './wanted-control.ts';

const RemoteControlView = lazyDialog<{ onClose: () => void }>(
  m.title,
  async () => (await import('./remote-control-view.tsx')).RemoteControlView,
);

const end = () => wantedControl.set(undefined);

/** The remote control of this tab, above the current screen; mounted once. */
export function RemoteControlOverlay() {
  const wanted = useObservable(wantedControl);
  useEffect(() => {
    const left = new AbortController();
    whenResting(() => void RemoteControlView.preload(), left.signal);
    return () => {
      left.abort();
      // The console was left, so the viewer is not visible any more.
      end();
    };
  }, []);
  return wanted === undefined ? null : <RemoteControlView onClose={end} />;
}
