import { useEffect, useState } from 'react';
import { type LiveScreen, type LiveScreenState, openLiveScreen } from '#peer/live-screen.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';

const STARTING: LiveScreenState = { name: 'starting' };

export type OpenLiveScreen = (client: Recipient, displayId: string | undefined) => LiveScreen;

/** The live screen of a device while it is wanted. Another display opens another one. */
export function useLiveScreen(
  { clientId, userId, authType }: Recipient,
  { displayId, isWanted }: { displayId: string | undefined; isWanted: boolean },
  open: OpenLiveScreen = openLiveScreen,
): LiveScreenState {
  const [state, setState] = useState(STARTING);
  useEffect(() => {
    if (!isWanted) return;
    const screen = open({ clientId, userId, authType }, displayId);
    const look = () => setState(screen.get());
    const stop = screen.subscribe(look);
    look();
    return () => {
      stop();
      screen.close();
      setState(STARTING);
    };
  }, [clientId, userId, authType, displayId, isWanted, open]);
  return isWanted ? state : STARTING;
}
