/** Actions that show a device to a tutor: thumbnails, a snapshot, and a ping to check that it answers. */
import type { Display } from '#protocol/feedback.ts';
import type { DemandBook } from '../feedback/demand-book.ts';
import { passablePicture } from '../feedback/passable-picture.ts';
import { DONE, REFUSED, UNAVAILABLE } from '../outcome.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { PRIVACY } from './action-handlers.ts';

const USUAL_SIZE = { width: 1920, height: 1080 };

export function viewActions({
  clock,
  screen,
  identity,
  book,
  chooseDisplay,
}: Pick<ActionDeps, 'clock' | 'screen' | 'identity'> & {
  book: () => DemandBook;
  /** Sets the display that this tutor sees from now on. */
  chooseDisplay: (tutorId: string, displayId: string) => void;
}): Handlers<'patchDemand' | 'setThumbnailDisplay' | 'snapshot' | 'ping'> {
  const clientId = () => identity()?.clientId ?? '';

  /** Returns the primary display for an unknown id, as thumbnails do. */
  const displayOf = (wanted: string | undefined): Display | undefined => {
    const displays = screen.displays();
    return displays.find(({ id }) => id === wanted) ?? displays.find(({ primary }) => primary) ?? displays[0];
  };

  return {
    patchDemand({ clients, source }, { tutorId, place }) {
      const own = clientId();
      const patch = Object.hasOwn(clients, own) ? clients[own] : undefined;
      return { ok: true, patched: patch ? book().patch({ tutorId, source }, place, patch) : 0 };
    },

    setThumbnailDisplay({ displayId }, { tutorId }) {
      if (!screen.displays().some(({ id }) => id === displayId)) return REFUSED;
      chooseDisplay(tutorId, displayId);
      return DONE;
    },

    async snapshot({ quality, format, clientDisplayMap }, { sendPicture }) {
      if (screen.privacy()) return PRIVACY;
      const display = displayOf(clientDisplayMap[clientId()]);
      if (display === undefined) return UNAVAILABLE;
      const { id: displayId, width = USUAL_SIZE.width, height = USUAL_SIZE.height } = display;
      const at = clock.now();
      const wanted = { displayId, width, height, quality, format, single: true };
      const taken = await passablePicture(screen, wanted);
      if (taken === undefined || taken === 'too-large') return UNAVAILABLE;
      // Privacy may have begun while the picture was taken.
      if (screen.privacy()) return PRIVACY;
      sendPicture({ ...taken, displayId, primary: display.primary, at });
      return { ok: true, displays: [displayId] };
    },

    ping: () => ({ ok: true, at: clock.now() }),
  };
}
