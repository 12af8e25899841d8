/** Viewers, pictures, and decodes that a test completes by hand. */

import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import {
  createThumbnails,
  type Size,
  type ThumbnailPicture,
  type ThumbnailViewer,
} from '../thumbnails/thumbnails.ts';
import { createFakeBitmaps } from './fake-bitmap.ts';

type ShownThumbnail = { viewer: ThumbnailViewer; clientId: string; at: number; bitmap: ImageBitmap };

type Viewer = ThumbnailViewer & {
  frames: ShownThumbnail[];
  undecodable: string[];
  visible: Set<string>;
  displays: Record<string, string>;
  shows: Size;
  scrolls: boolean;
};

export function createViewer(visible: string[], shows: Size = { width: 320, height: 180 }): Viewer {
  const viewer: Viewer = {
    place: 'g1',
    visible: new Set(visible),
    displays: {},
    shows,
    scrolls: false,
    frames: [],
    undecodable: [],
    isScrolling: () => viewer.scrolls,
    wants: (clientId) => viewer.visible.has(clientId),
    display: (clientId) => viewer.displays[clientId],
    size: () => viewer.shows,
    show: (clientId, { at }, bitmap) => viewer.frames.push({ viewer, clientId, at, bitmap }),
    showUndecodable: (clientId) => viewer.undecodable.push(clientId),
  };
  return viewer;
}

let lastAt = 0;
export function picture(more: Partial<ThumbnailPicture> = {}): ThumbnailPicture {
  lastAt += 1;
  return {
    userId: 'u1',
    authType: 'user',
    display: 'd1',
    primary: true,
    quality: 10,
    width: 320,
    height: 180,
    at: lastAt,
    receivedAt: lastAt,
    bytes: new Uint8Array(8),
    contentType: 'image/jpeg',
    ...more,
  };
}

export function setUpThumbnails(viewers: Viewer[]) {
  const bitmaps = createFakeBitmaps();
  const decodes: {
    picture: ThumbnailPicture;
    size: Size | undefined;
    finish: (ok?: boolean) => Promise<void>;
  }[] = [];
  // All viewers share these records.
  const frames: ShownThumbnail[] = [];
  const undecodable: string[] = [];
  const thumbnails = createThumbnails({
    viewers() {
      for (const viewer of viewers)
        if (viewer.frames !== frames) Object.assign(viewer, { frames, undecodable });
      return viewers;
    },
    decode: (decoded, size) =>
      new Promise((resolve, reject) => {
        decodes.push({
          picture: decoded,
          size,
          async finish(ok = true) {
            if (ok) resolve(bitmaps.make());
            else reject(new Error('The source image could not be decoded.'));
            await settlePromises();
          },
        });
      }),
    copy: async () => bitmaps.make('copy'),
    onUndecodable() {},
  });
  return { thumbnails, decodes, frames, undecodable, bitmaps };
}
