import { describe, expect, test } from 'vitest';
import { createFakeBitmaps } from './fakes/fake-bitmap.ts';
import { settle } from './fakes/fake-clock.ts';
import { createThumbnails, type Picture, type Size, type ThumbnailViewer } from './thumbnails.ts';

type Viewer = ThumbnailViewer & { visible: Set<string>; displays: Record<string, string>; shows: Size };

function createViewer(visible: string[], shows: Size = { width: 320, height: 180 }): Viewer {
  const viewer: Viewer = {
    groupId: 'g1',
    visible: new Set(visible),
    displays: {},
    shows,
    wants: (clientId) => viewer.visible.has(clientId),
    display: (clientId) => viewer.displays[clientId],
    size: () => viewer.shows,
  };
  return viewer;
}

let lastAt = 0;
function picture(more: Partial<Picture> = {}): Picture {
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

function setUp(viewers: Viewer[]) {
  const bitmaps = createFakeBitmaps();
  const decodes: { picture: Picture; size: Size | undefined; finish: (ok?: boolean) => Promise<void> }[] = [];
  const frames: { viewer: Viewer; clientId: string; at: number; bitmap: ImageBitmap }[] = [];
  const undecodable: string[] = [];
  const thumbnails = createThumbnails<Viewer>({
    viewers: () => viewers,
    decode: (decoded, size) =>
      new Promise((resolve, reject) => {
        decodes.push({
          picture: decoded,
          size,
          async finish(ok = true) {
            if (ok) resolve(bitmaps.make());
            else reject(new Error('The source image could not be decoded.'));
            await settle();
          },
        });
      }),
    copy: async () => bitmaps.make('copy'),
    onFrame: (viewer, clientId, { at }, bitmap) => frames.push({ viewer, clientId, at, bitmap }),
    onUndecodable: (_, clientId) => undecodable.push(clientId),
  });
  return { thumbnails, decodes, frames, undecodable, bitmaps };
}

describe('decoding', () => {
  test('only what is in view is decoded', () => {
    const { thumbnails, decodes } = setUp([createViewer(['a'])]);
    thumbnails.accept('g1', 'a', picture());
    thumbnails.accept('g1', 'b', picture());
    expect(decodes).toHaveLength(1);
  });

  test('what comes into view is decoded from the bytes at hand', () => {
    const viewer = createViewer([]);
    const { thumbnails, decodes } = setUp([viewer]);
    thumbnails.accept('g1', 'a', picture());
    viewer.visible.add('a');
    thumbnails.offer(viewer);
    expect(decodes).toHaveLength(1);
  });

  test('one decode is under way per device, and the newest picture is next', async () => {
    const { thumbnails, decodes, frames } = setUp([createViewer(['a'])]);
    const [first, second, third] = [picture(), picture(), picture()];
    for (const p of [first, second, third]) thumbnails.accept('g1', 'a', p);
    expect(decodes).toHaveLength(1);
    await decodes[0]?.finish();
    expect(decodes).toHaveLength(2);
    await decodes[1]?.finish();
    expect(frames.map((f) => f.at)).toEqual([first.at, third.at]);
    expect(decodes).toHaveLength(2);
  });

  test('16 are under way in all, the others wait for their turn', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `c${i}`);
    const { thumbnails, decodes, frames } = setUp([createViewer(names)]);
    for (const name of names) thumbnails.accept('g1', name, picture());
    expect(thumbnails.load()).toEqual({ running: 16, waiting: 24 });
    for (let i = 0; i < 40; i += 1) await decodes[i]?.finish();
    expect(frames).toHaveLength(40);
    expect(thumbnails.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('a picture larger than its card is made smaller, in its own proportions', () => {
    const { thumbnails, decodes } = setUp([createViewer(['a', 'b'], { width: 160, height: 160 })]);
    thumbnails.accept('g1', 'a', picture());
    expect(decodes[0]?.size).toEqual({ width: 160, height: 90 });
    thumbnails.accept('g1', 'b', picture({ width: 100, height: 80 }));
    expect(decodes[1]?.size).toBeUndefined();
  });

  test('a picture that cannot be decoded is reported once, and the next one shows again', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes, undecodable, frames } = setUp([viewer]);
    thumbnails.accept('g1', 'a', picture());
    await decodes[0]?.finish(false);
    thumbnails.offer(viewer);
    expect(undecodable).toEqual(['a']);
    expect(decodes).toHaveLength(1);
    thumbnails.accept('g1', 'a', picture());
    await decodes[1]?.finish();
    expect(frames).toHaveLength(1);
  });
});

describe('several viewers', () => {
  test('share one decode and get a bitmap each', async () => {
    const viewers = [createViewer(['a']), createViewer(['a'], { width: 160, height: 90 })];
    const { thumbnails, decodes, frames } = setUp(viewers);
    thumbnails.accept('g1', 'a', picture());
    expect(decodes.map((d) => d.size)).toEqual([undefined]);
    await decodes[0]?.finish();
    expect(new Set(frames.map((f) => f.viewer))).toEqual(new Set(viewers));
    expect(frames[0]?.bitmap).not.toBe(frames[1]?.bitmap);
  });

  test('one that comes later gets the same picture without the others getting it twice', async () => {
    const [early, late] = [createViewer(['a']), createViewer([])];
    const { thumbnails, decodes, frames } = setUp([early, late]);
    thumbnails.accept('g1', 'a', picture());
    await decodes[0]?.finish();
    late.visible.add('a');
    thumbnails.offer(late);
    await decodes[1]?.finish();
    expect(frames.map((f) => f.viewer)).toEqual([early, late]);
  });

  test('what nobody shows any more when it is ready is closed, and counts as not shown', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes, frames, bitmaps } = setUp([viewer]);
    thumbnails.accept('g1', 'a', picture());
    viewer.visible.clear();
    await decodes[0]?.finish();
    expect(frames).toEqual([]);
    expect(bitmaps.openCount()).toBe(0);
    viewer.visible.add('a');
    thumbnails.offer(viewer);
    expect(decodes).toHaveLength(2);
  });
});

describe('displays', () => {
  test('only the primary one shows where none was chosen', () => {
    const { thumbnails, decodes } = setUp([createViewer(['a'])]);
    thumbnails.accept('g1', 'a', picture({ display: 'd2', primary: false }));
    expect(decodes).toEqual([]);
    thumbnails.accept('g1', 'a', picture());
    expect(decodes[0]?.picture.display).toBe('d1');
  });

  test('only the chosen one shows where one was chosen', async () => {
    const viewer = createViewer(['a']);
    viewer.displays.a = 'd2';
    const { thumbnails, decodes } = setUp([viewer]);
    thumbnails.accept('g1', 'a', picture());
    expect(decodes).toEqual([]);
    thumbnails.accept('g1', 'a', picture({ display: 'd2', primary: false }));
    expect(decodes[0]?.picture.display).toBe('d2');
  });
});

describe('forgetting', () => {
  test('a canvas that is new gets the same picture once more', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes, frames } = setUp([viewer]);
    thumbnails.accept('g1', 'a', picture());
    await decodes[0]?.finish();
    thumbnails.forgetShown(viewer, 'a');
    thumbnails.offer(viewer);
    await decodes[1]?.finish();
    expect(frames).toHaveLength(2);
  });

  test('a client that left shows nothing of before', () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes } = setUp([viewer]);
    viewer.visible.clear();
    thumbnails.accept('g1', 'a', picture());
    thumbnails.forgetClient('g1', 'a');
    viewer.visible.add('a');
    thumbnails.offer(viewer);
    expect(decodes).toEqual([]);
  });
});
