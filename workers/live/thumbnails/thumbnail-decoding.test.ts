import { describe, expect, test } from 'vitest';
import { createViewer, picture, setUpThumbnails } from '../fakes/fake-viewers.ts';

describe('decoding', () => {
  test('only what is in view is decoded', () => {
    const { thumbnails, decodes } = setUpThumbnails([createViewer(['a'])]);
    thumbnails.accept('g1', 'a', picture());
    thumbnails.accept('g1', 'b', picture());
    expect(decodes).toHaveLength(1);
  });

  test('what comes into view is decoded from the bytes at hand', () => {
    const viewer = createViewer([]);
    const { thumbnails, decodes } = setUpThumbnails([viewer]);
    thumbnails.accept('g1', 'a', picture());
    viewer.visible.add('a');
    thumbnails.offer(viewer);
    expect(decodes).toHaveLength(1);
  });

  test('one decode is under way per device, and the newest picture is next', async () => {
    const { thumbnails, decodes, frames } = setUpThumbnails([createViewer(['a'])]);
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
    const { thumbnails, decodes, frames } = setUpThumbnails([createViewer(names)]);
    for (const name of names) thumbnails.accept('g1', name, picture());
    expect(thumbnails.load()).toEqual({ running: 16, waiting: 24, pictures: 40 });
    for (let i = 0; i < 40; i += 1) await decodes[i]?.finish();
    expect(frames).toHaveLength(40);
    expect(thumbnails.load()).toEqual({ running: 0, waiting: 0, pictures: 40 });
  });

  test('a picture larger than its card is made smaller, in its own proportions', () => {
    const { thumbnails, decodes } = setUpThumbnails([createViewer(['a', 'b'], { width: 160, height: 160 })]);
    thumbnails.accept('g1', 'a', picture());
    expect(decodes[0]?.size).toEqual({ width: 160, height: 90 });
    thumbnails.accept('g1', 'b', picture({ width: 100, height: 80 }));
    expect(decodes[1]?.size).toBeUndefined();
  });

  test('while the page scrolls a picture is replaced every 5 s, and who has none yet gets one at once', async () => {
    const viewer = createViewer(['a', 'b']);
    const { thumbnails, decodes, frames } = setUpThumbnails([viewer]);
    thumbnails.accept('g1', 'a', picture({ receivedAt: 1_000 }));
    await decodes[0]?.finish();
    viewer.scrolls = true;
    thumbnails.accept('g1', 'a', picture({ receivedAt: 5_999 }));
    expect(decodes).toHaveLength(1);
    thumbnails.accept('g1', 'b', picture({ receivedAt: 6_000 }));
    expect(decodes).toHaveLength(2);
    const seldom = picture({ receivedAt: 6_000 });
    thumbnails.accept('g1', 'a', seldom);
    await decodes[2]?.finish();
    expect(frames.at(-1)).toMatchObject({ clientId: 'a', at: seldom.at });
  });

  test('once the page rests, the newest picture of each card is shown', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes } = setUpThumbnails([viewer]);
    thumbnails.accept('g1', 'a', picture({ receivedAt: 1_000 }));
    await decodes[0]?.finish();
    viewer.scrolls = true;
    const newest = picture({ receivedAt: 2_000 });
    thumbnails.accept('g1', 'a', newest);
    viewer.scrolls = false;
    thumbnails.offer(viewer);
    expect(decodes.at(-1)?.picture.at).toBe(newest.at);
  });

  test('another display is shown at once, also while the page scrolls', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes } = setUpThumbnails([viewer]);
    thumbnails.accept('g1', 'a', picture({ receivedAt: 1_000 }));
    await decodes[0]?.finish();
    viewer.scrolls = true;
    viewer.displays.a = 'd2';
    thumbnails.accept('g1', 'a', picture({ receivedAt: 1_001, display: 'd2', primary: false }));
    expect(decodes.at(-1)?.picture.display).toBe('d2');
  });

  test('a picture that cannot be decoded is reported once, and the next one shows again', async () => {
    const viewer = createViewer(['a']);
    const { thumbnails, decodes, undecodable, frames } = setUpThumbnails([viewer]);
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
