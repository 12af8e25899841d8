/** Displays of this device that are shown elsewhere, and with them the tutor's screen that is shown here. */
import type { ActionDeps, DeviceActionContext, Handlers } from '../actions/action-context.ts';
import { type ActionOutcome, DONE, PRIVACY, REFUSED } from '../actions/action-handlers.ts';
import type { ScreenShare } from '../device-state.ts';
import type { PeerRun } from '../peer-world.ts';
import { createWatchedBroadcast } from './watched-broadcast.ts';

const MAX_SHARES = 20;
const NO_SCREEN: ActionOutcome = { ok: false, code: 'no-screen' };

type Running = { share: ScreenShare; peerId: string; run: PeerRun; say: DeviceActionContext['say'] };

export function createScreenShares(
  deps: Pick<ActionDeps, 'clock' | 'screen' | 'peers' | 'state' | 'change'>,
) {
  const { screen, peers, state, change } = deps;
  const watched = createWatchedBroadcast(deps);
  /** The runs that are under way, by session. */
  const running = new Map<string, Running>();

  const hangUp = (sessionId: string) => {
    const { run } = running.get(sessionId) ?? {};
    running.delete(sessionId);
    run?.end();
  };
  const keep = (shares: readonly ScreenShare[]) => {
    for (const sessionId of [...running.keys()])
      if (!shares.some((share) => share.sessionId === sessionId)) hangUp(sessionId);
    if (shares.length !== state().shares.length || shares.some((share, i) => share !== state().shares[i]))
      change({ shares });
  };
  const endWhere = (ends: (session: { sessionId: string; tutorId: string }) => boolean) => {
    keep(state().shares.filter((share) => !ends(share)));
    watched.endWhere(ends);
  };

  const dial = (
    share: ScreenShare,
    peerId: string,
    say: Running['say'],
    world: NonNullable<typeof peers>,
  ) => {
    const { sessionId, displayId } = share;
    const run = world.sendScreen({ peerId, reference: sessionId, purpose: 'source', displayId });
    running.set(sessionId, { share, peerId, run, say });
    void run.ended.then((how) => {
      if (running.get(sessionId)?.run !== run) return;
      keep(state().shares.filter((other) => other.sessionId !== sessionId));
      say({ ok: false, code: how });
    });
  };

  const handlers: Handlers<'broadcast' | 'shareScreen' | 'stopShareScreen'> = {
    broadcast(parameters, context) {
      // Its own screen, which the tutor passes on to the group.
      if (running.has(parameters.session.id)) return DONE;
      return watched.handlers.broadcast(parameters, context);
    },

    shareScreen({ displayId, session }, { tutorId, say }): ActionOutcome {
      if (screen.privacy()) return PRIVACY;
      const displays = screen.displays();
      const display =
        displayId === undefined
          ? (displays.find(({ primary }) => primary) ?? displays[0])
          : displays.find(({ id }) => id === displayId);
      if (display === undefined) return displays.length === 0 ? NO_SCREEN : REFUSED;
      const { id: sessionId, peerId, tutorName } = session;
      const share = { sessionId, tutorId, ...(tutorName && { tutorName }), displayId: display.id };
      const before = running.get(sessionId);
      // Asked again for what runs already.
      if (before?.peerId === peerId && before?.share.displayId === display.id) return DONE;
      const isDialled = peers !== undefined && peerId !== undefined;
      if (isDialled && !peers.hasScreen(display.id)) return NO_SCREEN;
      hangUp(sessionId);
      const others = state().shares.filter((other) => other.sessionId !== sessionId);
      keep([...others, share].slice(-MAX_SHARES));
      if (isDialled) dial(share, peerId, say, peers);
      return DONE;
    },

    stopShareScreen({ sessionId }) {
      endWhere((session) => sessionId === undefined || session.sessionId === sessionId);
      return DONE;
    },
  };

  return {
    handlers,
    showBroadcast: watched.showAgain,
    /** `requeststopscreenshares`. */
    endSessions: (sessionIds: readonly string[]) =>
      endWhere(({ sessionId }) => sessionIds.includes(sessionId)),
    /** One browser of this tutor has left, and no other asks for anything: what needs no connection ends. */
    tutorFellSilent: (tutorId: string) =>
      endWhere(
        ({ sessionId, tutorId: by }) =>
          by === tutorId && !running.has(sessionId) && !watched.goesOn(sessionId),
      ),
    /** No browser of this tutor is left. */
    tutorLeft: (tutorId: string) => endWhere((session) => session.tutorId === tutorId),
    /** Privacy has begun: what peers see of this device ends. */
    hide() {
      const hidden = [...running.values()];
      keep(state().shares.filter(({ sessionId }) => !running.has(sessionId)));
      for (const { say } of hidden) say(PRIVACY);
    },
    stop() {
      watched.stop();
      for (const sessionId of [...running.keys()]) hangUp(sessionId);
    },
  };
}
