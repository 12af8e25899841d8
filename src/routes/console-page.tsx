import { FileExchange } from '../features/files/file-exchange.tsx';
import { RemoteControlOverlay } from '../features/remote-control/remote-control-overlay.tsx';
import { ShareSessionCards } from '../features/sharing/sessions/share-session-cards.tsx';
import { ActivityStrip } from '../shell/activity/activity-strip.tsx';
import { ConsoleLayout } from '../shell/layout/console-layout.tsx';
import { Boundary } from '../ui/boundary/boundary.tsx';

/** The console realm, with what lies over every screen of it. */
export function ConsolePage() {
  return (
    <>
      <ConsoleLayout
        foot={
          <>
            <ShareSessionCards />
            <Boundary kind="panel">
              <ActivityStrip />
            </Boundary>
            <FileExchange />
          </>
        }
      />
      <RemoteControlOverlay />
    </>
  );
}
