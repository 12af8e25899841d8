/** What a tutor sees of a device: its running pictures, one picture now, and whether it is there at all. */
import type { Display } from '#protocol/feedback.ts';
import { MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { type ActionOutcome, DONE, PRIVACY, REFUSED } from './action-handlers.ts';
import type { DemandBook } from './demand-book.ts';
import type { Picture, PictureRequest } from './screen.ts';

const UNAVAILABLE: ActionOutcome = { ok: false, code: 'unavailable' };
const USUAL_SIZE = { width: 1920, height: 1080 };

export function viewActions({
  clock,
  screen,
  identity,
  book,
  chooseDisplay,
}: Pick<ActionDeps, 'clock' | 'screen' | 'identity'> & {
  book: () => DemandBook;
  /** Which display this tutor wants to see from now on. */
  chooseDisplay: (tutorId: string, displayId: string) => void;
}): Handlers<'patchDemand' | 'setThumbnailDisplay' | 'snapshot' | 'ping'> {
  const clientId = () => identity()?.clientId ?? '';

  /** A display that is not there is shown as the primary one, as in thumbnails. */
  const displayOf = (wanted: string | undefined): Display | undefined => {
    const displays = screen.displays();
    return displays.find(({ id }) => id === wanted) ?? displays.find(({ primary }) => primary) ?? displays[0];
  };

  /** At a lower quality where the wanted one would not pass the broker. */
  const take = async (
    wanted: Pick<PictureRequest, 'quality' | 'format'> & { display: Display },
  ): Promise<{ picture: Picture; quality: number } | undefined> => {
    const { display, format } = wanted;
    const size = {
      width: display.width ?? USUAL_SIZE.width,
      height: display.height ?? USUAL_SIZE.height,
    };
    for (let { quality } = wanted; quality >= 1; quality = Math.floor(quality / 2)) {
      const picture = await screen.draw({ displayId: display.id, ...size, quality, format, single: true });
      if (picture === undefined) return undefined;
      if (picture.bytes.byteLength <= MAX_THUMBNAIL_BYTES) return { picture, quality };
    }
    return undefined;
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
      const at = clock.now();
      const taken = display && (await take({ display, quality, format }));
      if (display === undefined || taken === undefined) return UNAVAILABLE;
      // It may have gone on while the picture was taken.
      if (screen.privacy()) return PRIVACY;
      sendPicture({ ...taken, displayId: display.id, primary: display.primary, at });
      return { ok: true, displays: [display.id] };
    },

    ping: () => ({ ok: true, at: clock.now() }),
  };
}
