/** Stop requests end shares, as long as there are any. The page and the session end them in src/shell/start/live-session.ts. */
import type { ShareSessions } from './share-sessions.ts';

/** Somebody has asked that these sessions end; returns the stop. */
export type OnStopScreenShares = (call: (sessionIds: readonly string[]) => void) => () => void;

/** Returns the stop. */
export function endSharesOnRequest(store: ShareSessions, onStopScreenShares: OnStopScreenShares): () => void {
  let unlisten: (() => void) | undefined;

  function look() {
    if (store.get().length === 0) {
      unlisten?.();
      unlisten = undefined;
      return;
    }
    unlisten ??= onStopScreenShares((sessionIds) => {
      for (const id of sessionIds) store.stop(id, 'request');
    });
  }

  const unsubscribe = store.subscribe(look);
  look();
  return () => {
    unsubscribe();
    unlisten?.();
    unlisten = undefined;
  };
}
