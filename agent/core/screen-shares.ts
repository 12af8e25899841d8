/**
 * Which screens are shown where: a tutor's screen here, a display of this device elsewhere. Only the sessions are
 * kept; their pictures travel between peers.
 */

import type { ActionDeps, Handlers } from './action-context.ts';
import { type ActionOutcome, DONE, REFUSED } from './action-handlers.ts';
import type { Broadcast } from './device-state.ts';

/** A broadcast is announced every 10 s (part 1 §9): after three missed ones its tutor is gone. */
const SILENT_AFTER_MS = 35_000;
const MOST_SHARES = 20;

export function createScreenShares({
  clock,
  screen,
  state,
  change,
}: Pick<ActionDeps, 'clock' | 'screen' | 'state' | 'change'>) {
  let cancelSilence: (() => void) | undefined;

  const endBroadcast = () => {
    cancelSilence?.();
    cancelSilence = undefined;
    change({ broadcast: undefined });
  };
  const endWhere = (ends: (session: { sessionId: string; tutorId: string }) => boolean) => {
    const { broadcast, shares } = state();
    const left = shares.filter((share) => !ends(share));
    if (left.length < shares.length) change({ shares: left });
    if (broadcast && ends(broadcast)) endBroadcast();
  };

  const handlers: Handlers<'broadcast' | 'shareScreen' | 'stopShareScreen'> = {
    broadcast({ session }, { tutorId }) {
      const { broadcast } = state();
      const next: Broadcast = { sessionId: session.id, tutorId, tutorName: session.tutorName };
      cancelSilence?.();
      cancelSilence = clock.after(SILENT_AFTER_MS, endBroadcast);
      // The announcements of a running one change nothing.
      if (broadcast?.sessionId !== next.sessionId || broadcast.tutorId !== tutorId)
        change({ broadcast: next });
      return DONE;
    },

    shareScreen({ displayId, session }, { tutorId }): ActionOutcome {
      if (screen.privacy()) return { ok: false, code: 'privacy' };
      const displays = screen.displays();
      const display =
        displayId === undefined
          ? (displays.find(({ primary }) => primary) ?? displays[0])
          : displays.find(({ id }) => id === displayId);
      if (display === undefined) return REFUSED;
      const others = state().shares.filter(({ sessionId }) => sessionId !== session.id);
      const share = { sessionId: session.id, tutorId, displayId: display.id };
      change({ shares: [...others, share].slice(-MOST_SHARES) });
      return DONE;
    },

    stopShareScreen({ sessionId }) {
      endWhere((session) => sessionId === undefined || session.sessionId === sessionId);
      return DONE;
    },
  };

  return {
    handlers,
    /** `requeststopscreenshares`. */
    endSessions: (sessionIds: readonly string[]) =>
      endWhere(({ sessionId }) => sessionIds.includes(sessionId)),
    /** No browser of this tutor is left. */
    tutorLeft: (tutorId: string) => endWhere((session) => session.tutorId === tutorId),
    stop: () => cancelSilence?.(),
  };
}
