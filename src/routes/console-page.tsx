import { RemoteControlOverlay } from '../features/remote-control/remote-control-overlay.tsx';
import { ConsoleLayout } from '../shell/layout/console-layout.tsx';

/** The console realm, with what lies over every screen of it. */
export function ConsolePage() {
  return (
    <>
      <ConsoleLayout />
      <RemoteControlOverlay />
    </>
  );
}
