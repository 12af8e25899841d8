/** Ends shares on stop requests. src/shell/start/live-session.ts ends them with the page or the session. */
import type { ShareSessions } from './share-sessions.ts';

/** Calls when these sessions were requested to end; returns the stop. */
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
