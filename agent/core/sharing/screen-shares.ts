/** The shared displays of this device, together with the tutor's screen that this device shows. */
import type { ActionDeps, DeviceActionContext, Handlers } from '../actions/action-context.ts';
import { type ActionOutcome, PRIVACY } from '../actions/action-handlers.ts';
import type { ScreenShare } from '../device-state.ts';
import { DONE, REFUSED } from '../outcome.ts';
import type { PeerRun } from '../peer-world.ts';
import { createWatchedBroadcast } from './watched-broadcast.ts';

const MAX_SHARES = 20;
const NO_SCREEN: ActionOutcome = { ok: false, code: 'no-screen' };

type Running = { share: ScreenShare; peerId: string; run: PeerRun; reply: DeviceActionContext['reply'] };

export function createScreenShares(
  deps: Pick<ActionDeps, 'clock' | 'screen' | 'peers' | 'state' | 'change'>,
) {
  const { screen, peers, state, change } = deps;
  const watched = createWatchedBroadcast(deps);
  /** The active runs, by session. */
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
    reply: Running['reply'],
    world: NonNullable<typeof peers>,
  ) => {
    const { sessionId, displayId } = share;
    const run = world.sendScreen({ peerId, reference: sessionId, purpose: 'source', displayId });
    running.set(sessionId, { share, peerId, run, reply });
    void run.ended.then((how) => {
      if (running.get(sessionId)?.run !== run) return;
      keep(state().shares.filter((other) => other.sessionId !== sessionId));
      reply({ ok: false, code: how });
    });
  };

  const handlers: Handlers<'broadcast' | 'shareScreen' | 'stopShareScreen'> = {
    broadcast(parameters, context) {
      // The device is the source of this broadcast, so it does not show it.
      if (running.has(parameters.session.id)) return DONE;
      return watched.handlers.broadcast(parameters, context);
    },

    shareScreen({ displayId, session }, { tutorId, reply }): ActionOutcome {
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
      // The request repeats a share that is already running.
      if (before?.peerId === peerId && before?.share.displayId === display.id) return DONE;
      const isDialled = peers !== undefined && peerId !== undefined;
      if (isDialled && !peers.hasScreen(display.id)) return NO_SCREEN;
      hangUp(sessionId);
      const others = state().shares.filter((other) => other.sessionId !== sessionId);
      keep([...others, share].slice(-MAX_SHARES));
      if (isDialled) dial(share, peerId, reply, peers);
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
    /** Ends the sessions of a `requeststopscreenshares`. */
    endSessions: (sessionIds: readonly string[]) =>
      endWhere(({ sessionId }) => sessionIds.includes(sessionId)),
    /** Ends this tutor's shares without a peer connection, because no browser of theirs demands anything. */
    tutorFellSilent: (tutorId: string) =>
      endWhere(
        ({ sessionId, tutorId: by }) =>
          by === tutorId && !running.has(sessionId) && !watched.goesOn(sessionId),
      ),
    /** Ends all shares of this tutor, because no browser of theirs is left. */
    tutorLeft: (tutorId: string) => endWhere((session) => session.tutorId === tutorId),
    /** Ends everything that peers see of this device, because privacy has begun. */
    hide() {
      const hidden = [...running.values()];
      keep(state().shares.filter(({ sessionId }) => !running.has(sessionId)));
      for (const { reply } of hidden) reply(PRIVACY);
    },
    stop() {
      watched.stop();
      for (const sessionId of [...running.keys()]) hangUp(sessionId);
    },
  };
}
