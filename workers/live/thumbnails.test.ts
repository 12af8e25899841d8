import { describe, expect, test } from 'vitest';
import { createFakeBitmaps } from './fakes/fake-bitmap.ts';
import { settle } from './fakes/fake-clock.ts';
import { createThumbnails, type Picture, type Size, type ThumbnailViewer } from './thumbnails.ts';

type Viewer = ThumbnailViewer & { visible: Set<string>; displays: Record<string, string>; shows: Size };

function createViewer(visible: string[], shows: Size = { width: 320, height: 180 }): Viewer {
  const viewer: Viewer = {
    place: 'g1',
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
    expect(thumbnails.load()).toEqual({ running: 16, waiting: 24, pictures: 40 });
    for (let i = 0; i < 40; i += 1) await decodes[i]?.finish();
    expect(frames).toHaveLength(40);
    expect(thumbnails.load()).toEqual({ running: 0, waiting: 0, pictures: 40 });
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

test('a picture of a display that was turned away from while it was decoded is not shown', async () => {
  const viewer = createViewer(['a']);
  const { thumbnails, decodes, frames, bitmaps } = setUp([viewer]);
  thumbnails.accept('g1', 'a', picture());
  thumbnails.accept('g1', 'a', picture({ display: 'd2', primary: false }));
  viewer.displays.a = 'd2';
  await decodes[0]?.finish();
  expect(frames).toEqual([]);
  expect(bitmaps.openCount()).toBe(0);
  expect(decodes[1]?.picture.display).toBe('d2');
});

test('two viewers of different displays of one client each get their own', async () => {
  const viewers = [createViewer(['a']), createViewer(['a'])];
  const [primary, other] = viewers;
  if (other) other.displays.a = 'd2';
  const { thumbnails, decodes, frames } = setUp(viewers);
  const [first, second] = [picture(), picture({ display: 'd2', primary: false })];
  thumbnails.accept('g1', 'a', first);
  thumbnails.accept('g1', 'a', second);
  await decodes[0]?.finish();
  await decodes[1]?.finish();
  expect(frames.map(({ viewer, at }) => [viewer, at])).toEqual([
    [primary, first.at],
    [other, second.at],
  ]);
  expect(decodes).toHaveLength(2);
});

describe('nothing is kept for ever', () => {
  test('not of a display that the client has no more', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes } = setUp([viewer]);
    thumbnails.accept('g1', 'a', picture({ display: 'd2', primary: false }));
    thumbnails.keepDisplays('g1', 'a', [{ id: 'd1' }]);
    viewer.displays.a = 'd2';
    thumbnails.offer(viewer);
    expect(decodes).toEqual([]);
  });

  test('not of more displays than a client can have', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes } = setUp([viewer]);
    for (let i = 0; i < 17; i += 1) {
      thumbnails.accept('g1', 'a', picture({ display: `d${i}`, primary: false }));
    }
    viewer.displays.a = 'd0';
    thumbnails.offer(viewer);
    expect(decodes).toEqual([]);
    viewer.displays.a = 'd1';
    thumbnails.offer(viewer);
    expect(decodes).toHaveLength(1);
  });

  test('not the rest of what a small picture was delivered in', () => {
    const viewer = createViewer(['a', 'b']);
    const { thumbnails, decodes } = setUp([viewer]);
    const delivered = new Uint8Array(100_000).fill(7);
    thumbnails.accept('g1', 'a', picture({ bytes: delivered.subarray(10, 20) }));
    thumbnails.accept('g1', 'b', picture({ bytes: delivered.subarray(0, 90_000) }));
    expect(decodes[0]?.picture.bytes).toEqual(new Uint8Array(10).fill(7));
    expect(decodes.map(({ picture }) => picture.bytes.buffer.byteLength)).toEqual([10, 100_000]);
  });

  test('after a thousand screens and clients that came and went', async () => {
    const viewers: Viewer[] = [];
    const { thumbnails, decodes, frames, bitmaps } = setUp(viewers);
    for (let i = 0; i < 1_000; i += 1) {
      const viewer = createViewer([`c${i}`]);
      viewers.push(viewer);
      thumbnails.accept('g1', `c${i}`, picture());
      thumbnails.accept('g1', `c${i}`, picture());
      if (i % 3 === 0) thumbnails.forgetClient('g1', `c${i}`);
      if (i % 3 === 1) viewers.pop();
      for (const { finish } of decodes.splice(0)) await finish(i % 5 !== 0);
      for (const { finish } of decodes.splice(0)) await finish();
      viewers.length = 0;
    }
    for (const { bitmap } of frames) bitmap.close();
    thumbnails.forgetPlace('g1');
    expect(bitmaps.openCount()).toBe(0);
    expect(thumbnails.load()).toEqual({ running: 0, waiting: 0, pictures: 0 });
  });
});

describe('forgetting', () => {
  test('a picture that is ready after its client has left is closed', async () => {
    const { thumbnails, decodes, frames, bitmaps } = setUp([createViewer(['a'])]);
    thumbnails.accept('g1', 'a', picture());
    thumbnails.forgetClient('g1', 'a');
    await decodes[0]?.finish();
    expect(frames).toEqual([]);
    expect(bitmaps.openCount()).toBe(0);
  });

  test('one that cannot be decoded is nobody’s any more either', async () => {
    const { thumbnails, decodes, undecodable } = setUp([createViewer(['a'])]);
    thumbnails.accept('g1', 'a', picture());
    thumbnails.forgetClient('g1', 'a');
    await decodes[0]?.finish(false);
    expect(undecodable).toEqual([]);
  });

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
