/**
 * Draws a few pictures of each display, size and quality and then sends them in rotation. For benchmarks,
 * because a thousand desktops at a picture a second would use the whole processor. These pictures do not show
 * later effects on the device. Snapshots are still drawn.
 */
import type { PictureRequest, Screen, ScreenPicture } from '../core/screen.ts';

/** Enough that consecutive pictures differ. */
const RECORDED = 4;

export function recordPictures(
  screen: Screen,
  onSent: (frame: { displayId: string; bytes: number }) => void,
): Screen {
  const reels = new Map<string, { pictures: ScreenPicture[]; next: number }>();
  return {
    ...screen,
    async draw(request: PictureRequest) {
      if (request.single) return screen.draw(request);
      const { displayId, width, height, quality, format } = request;
      const key = `${displayId} ${width}x${height} ${quality} ${format}`;
      const reel = reels.get(key) ?? { pictures: [], next: 0 };
      reels.set(key, reel);
      if (reel.pictures.length < RECORDED) {
        const drawn = await screen.draw(request);
        if (drawn !== undefined) reel.pictures.push(drawn);
        return drawn;
      }
      const picture = reel.pictures[reel.next++ % RECORDED];
      if (picture !== undefined) onSent({ displayId, bytes: picture.bytes.byteLength });
      return picture;
    },
  };
}
