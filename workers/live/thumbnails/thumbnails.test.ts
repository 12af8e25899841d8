import { describe, expect, test } from 'vitest';
import { createViewer, picture, setUpThumbnails } from '../fakes/fake-viewers.ts';

describe('several viewers', () => {
  test('share one decode and get a bitmap each', async () => {
    const viewers = [createViewer(['a']), createViewer(['a'], { width: 160, height: 90 })];
    const { thumbnails, decodes, frames } = setUpThumbnails(viewers);
    thumbnails.accept('g1', 'a', picture());
    expect(decodes.map((d) => d.size)).toEqual([undefined]);
    await decodes[0]?.finish();
    expect(new Set(frames.map((f) => f.viewer))).toEqual(new Set(viewers));
    expect(frames[0]?.bitmap).not.toBe(frames[1]?.bitmap);
  });

  test('one that comes later gets the same picture without the others getting it twice', async () => {
    const [early, late] = [createViewer(['a']), createViewer([])];
    const { thumbnails, decodes, frames } = setUpThumbnails([early, late]);
    thumbnails.accept('g1', 'a', picture());
    await decodes[0]?.finish();
    late.visible.add('a');
    thumbnails.offer(late);
    await decodes[1]?.finish();
    expect(frames.map((f) => f.viewer)).toEqual([early, late]);
  });

  test('what nobody shows any more when it is ready is closed, and counts as not shown', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes, frames, bitmaps } = setUpThumbnails([viewer]);
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
    const { thumbnails, decodes } = setUpThumbnails([createViewer(['a'])]);
    thumbnails.accept('g1', 'a', picture({ display: 'd2', primary: false }));
    expect(decodes).toEqual([]);
    thumbnails.accept('g1', 'a', picture());
    expect(decodes[0]?.picture.display).toBe('d1');
  });

  test('only the chosen one shows where one was chosen', async () => {
    const viewer = createViewer(['a']);
    viewer.displays.a = 'd2';
    const { thumbnails, decodes } = setUpThumbnails([viewer]);
    thumbnails.accept('g1', 'a', picture());
    expect(decodes).toEqual([]);
    thumbnails.accept('g1', 'a', picture({ display: 'd2', primary: false }));
    expect(decodes[0]?.picture.display).toBe('d2');
  });
});

test('a picture of a display that was turned away from while it was decoded is not shown', async () => {
  const viewer = createViewer(['a']);
  const { thumbnails, decodes, frames, bitmaps } = setUpThumbnails([viewer]);
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
  const { thumbnails, decodes, frames } = setUpThumbnails(viewers);
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
    const { thumbnails, decodes } = setUpThumbnails([viewer]);
    thumbnails.accept('g1', 'a', picture({ display: 'd2', primary: false }));
    thumbnails.keepDisplays('g1', 'a', [{ id: 'd1' }]);
    viewer.displays.a = 'd2';
    thumbnails.offer(viewer);
    expect(decodes).toEqual([]);
  });

  test('not of more displays than a client can have', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes } = setUpThumbnails([viewer]);
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
    const { thumbnails, decodes } = setUpThumbnails([viewer]);
    const delivered = new Uint8Array(100_000).fill(7);
    thumbnails.accept('g1', 'a', picture({ bytes: delivered.subarray(10, 20) }));
    thumbnails.accept('g1', 'b', picture({ bytes: delivered.subarray(0, 90_000) }));
    expect(decodes[0]?.picture.bytes).toEqual(new Uint8Array(10).fill(7));
    expect(decodes.map(({ picture }) => picture.bytes.buffer.byteLength)).toEqual([10, 100_000]);
  });

  test('after a thousand screens and clients that came and went', async () => {
    const viewers: ReturnType<typeof createViewer>[] = [];
    const { thumbnails, decodes, frames, bitmaps } = setUpThumbnails(viewers);
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
    const { thumbnails, decodes, frames, bitmaps } = setUpThumbnails([createViewer(['a'])]);
    thumbnails.accept('g1', 'a', picture());
    thumbnails.forgetClient('g1', 'a');
    await decodes[0]?.finish();
    expect(frames).toEqual([]);
    expect(bitmaps.openCount()).toBe(0);
  });

  test('one that cannot be decoded is nobody’s any more either', async () => {
    const { thumbnails, decodes, undecodable } = setUpThumbnails([createViewer(['a'])]);
    thumbnails.accept('g1', 'a', picture());
    thumbnails.forgetClient('g1', 'a');
    await decodes[0]?.finish(false);
    expect(undecodable).toEqual([]);
  });

  test('a canvas that is new gets the same picture once more', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes, frames } = setUpThumbnails([viewer]);
    thumbnails.accept('g1', 'a', picture());
    await decodes[0]?.finish();
    thumbnails.forgetShown(viewer, 'a');
    thumbnails.offer(viewer);
    await decodes[1]?.finish();
    expect(frames).toHaveLength(2);
  });

  test('a client that left shows nothing of before', () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes } = setUpThumbnails([viewer]);
    viewer.visible.clear();
    thumbnails.accept('g1', 'a', picture());
    thumbnails.forgetClient('g1', 'a');
    viewer.visible.add('a');
    thumbnails.offer(viewer);
    expect(decodes).toEqual([]);
  });
});
