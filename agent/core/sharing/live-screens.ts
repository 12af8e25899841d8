/** Displays that tutors watch live. Other people do not see them, and they belong to no share. */
import type { ActionDeps, DeviceActionContext, Handlers } from '../actions/action-context.ts';
import { type ActionOutcome, PRIVACY } from '../actions/action-handlers.ts';
import { DONE, UNSUPPORTED } from '../outcome.ts';
import type { PeerRun } from '../peer-world.ts';

/** Maximum number of live screens, for a tutor with many tabs. The oldest is ended for a new one. */
const MAX_WATCHED = 8;

type Watched = { tutorId: string; run: PeerRun; reply: DeviceActionContext['reply'] };

export function createLiveScreens({ screen, peers }: Pick<ActionDeps, 'screen' | 'peers'>) {
  const watched = new Set<Watched>();

  const end = (one: Watched, code?: string) => {
    if (!watched.delete(one)) return;
    one.run.end();
    if (code !== undefined) one.reply({ ok: false, code });
  };

  const handlers: Handlers<'liveScreen'> = {
    liveScreen({ displayId, peerId }, { id, tutorId, reply }): ActionOutcome {
      if (peers === undefined) return UNSUPPORTED;
      if (screen.privacy()) return PRIVACY;
      if (!peers.hasScreen(displayId)) return { ok: false, code: 'no-screen' };
      const run = peers.sendScreen({ peerId, reference: id, purpose: 'live', displayId });
      const one = { tutorId, run, reply };
      watched.add(one);
      const [oldest] = watched;
      if (oldest !== undefined && watched.size > MAX_WATCHED) end(oldest, 'busy');
      void run.ended.then((how) => {
        // A tutor who hung up needs no reply.
        if (watched.delete(one) && how !== 'left') reply({ ok: false, code: how });
      });
      return DONE;
    },
  };

  return {
    handlers,
    tutorLeft(tutorId: string) {
      for (const one of [...watched]) if (one.tutorId === tutorId) end(one);
    },
    /** Ends every live screen, because privacy has begun. */
    hide() {
      for (const one of [...watched]) end(one, 'privacy');
    },
    stop() {
      for (const one of [...watched]) end(one);
    },
  };
}
