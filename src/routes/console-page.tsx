import { FileExchange } from '#features/files/file-exchange.tsx';
import { RemoteControlOverlay } from '#features/remote-control/remote-control-overlay.tsx';
import { ShareSessionCards } from '#features/sharing/sessions/share-session-cards.tsx';
import { ConsoleLayout } from '#shell/layout/console-layout.tsx';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';

/** The strip is empty before the first action. */
const ActivityStrip = lazyPart(
  async () => (await import('#shell/activity/activity-strip.tsx')).ActivityStrip,
);

/** The console realm, with the overlays of every screen. */
export function ConsolePage() {
  return (
    <>
      <ConsoleLayout
        foot={
          <>
            <ShareSessionCards />
            <ActivityStrip />
            <FileExchange />
          </>
        }
      />
      <RemoteControlOverlay />
    </>
  );
}
