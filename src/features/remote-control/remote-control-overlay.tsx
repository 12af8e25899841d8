import { useEffect } from 'react';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { whenResting } from '#shell/start/when-resting.ts';
import { useObservable } from '#ui/use-observable.ts';
import { m } from './entry-messages.ts';
import { controlRequest } from './wanted-control.ts';

const RemoteControlView = lazyDialog<{ onClose: () => void }>(
  m.title,
  async () => (await import('./remote-control-view.tsx')).RemoteControlView,
);

const end = () => controlRequest.set(undefined);

/** The remote control of this tab, above the current screen; mounted once. */
export function RemoteControlOverlay() {
  const request = useObservable(controlRequest);
  useEffect(() => {
    const left = new AbortController();
    whenResting(() => void RemoteControlView.preload(), left.signal);
    return () => {
      left.abort();
      // The console was left, so the viewer is not visible any more.
      end();
    };
  }, []);
  return request === undefined ? null : <RemoteControlView onClose={end} />;
}
