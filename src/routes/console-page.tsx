import { RemoteControlOverlay } from '../actions/remote-control/remote-control-overlay.tsx';
import { ConsoleLayout } from '../shell/console-layout.tsx';

/** The console realm, with what lies over every screen of it. */
export function ConsolePage() {
  return (
    <>
      <ConsoleLayout />
      <RemoteControlOverlay />
    </>
  );
}
