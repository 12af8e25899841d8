/** The page's peer connections: they send the shared screen, and nothing while the student is private. */

import type { PeerWorld } from '../../core/peer-world.ts';
import { type BrowserPeersDeps, createBrowserPeers } from '../../peer/browser/browser-peers.ts';
import type { SharedScreen } from '../screen/shared-screen.ts';
import type { BroadcastView } from '../student/broadcast-view.ts';

export function createPagePeers(
  deps: Omit<BrowserPeersDeps, 'screens' | 'show'> & {
    shared: SharedScreen;
    privacy: () => boolean;
    broadcast: BroadcastView;
  },
): PeerWorld {
  const { shared } = deps;
  return createBrowserPeers({
    ...deps,
    screens: {
      has: (displayId) => !deps.privacy() && shared.has(displayId),
      stream: (displayId, replace) => (deps.privacy() ? undefined : shared.stream(displayId, replace)),
      release: shared.release,
    },
    show: deps.broadcast.show,
  });
}
