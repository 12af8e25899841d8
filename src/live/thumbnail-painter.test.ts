import { expect, test } from 'vitest';
import type { Frame } from '#protocol/live-worker.ts';
import { createThumbnailPainter } from './thumbnail-painter.ts';

function setUp() {
  const open = new Set<ImageBitmap>();
  const needed: string[][] = [];
  const painter = createThumbnailPainter({ onNeeded: (clientIds) => needed.push([...clientIds]) });
  const frame = (clientId: string): Frame => {
    const bitmap = { width: 320, height: 180, close: () => void open.delete(bitmap) } as ImageBitmap;
    open.add(bitmap);
    return { watchId: 'w1', clientId, display: 'd1', bitmap, at: 1, receivedAt: 2 };
  };
  const canvas = () => {
    const painted: ImageBitmap[] = [];
    const element = {
      width: 300,
      height: 150,
      getContext: () => ({
        transferFromImageBitmap(bitmap: ImageBitmap) {
          painted.push(bitmap);
          open.delete(bitmap);
        },
      }),
    } as unknown as HTMLCanvasElement;
    return { element, painted };
  };
  return { painter, frame, canvas, needed, openCount: () => open.size };
}

test('paints the picture and takes its proportions', () => {
  const { painter, frame, canvas } = setUp();
  const { element, painted } = canvas();
  painter.attach('a', element);
  painter.paint(frame('a'));
  painter.paint(frame('b'));
  expect(painted).toHaveLength(1);
  expect([element.width, element.height]).toEqual([320, 180]);
});

test('keeps the newest picture for a canvas that comes later, and closes the others', () => {
  const { painter, frame, canvas, openCount, needed } = setUp();
  painter.paint(frame('a'));
  painter.paint(frame('a'));
  expect(openCount()).toBe(1);
  const { element, painted } = canvas();
  painter.attach('a', element);
  expect(painted).toHaveLength(1);
  expect(openCount()).toBe(0);
  expect(needed).toEqual([]);
});

test('asks once for the pictures of all canvases that are new', async () => {
  const { painter, frame, canvas, needed } = setUp();
  for (const id of ['a', 'b']) {
    const stop = painter.attach(id, canvas().element);
    painter.paint(frame(id));
    stop();
  }
  for (const id of ['a', 'b', 'c']) painter.attach(id, canvas().element);
  await Promise.resolve();
  expect(needed).toEqual([['a', 'b']]);
});

test('asks for nothing when the same canvas is attached again', async () => {
  const { painter, frame, canvas, needed } = setUp();
  const { element } = canvas();
  const stop = painter.attach('a', element);
  painter.paint(frame('a'));
  stop();
  painter.attach('a', element);
  await Promise.resolve();
  expect(needed).toEqual([]);
});

test('an old canvas that goes does not take the new one along', () => {
  const { painter, frame, canvas } = setUp();
  const [old, young] = [canvas(), canvas()];
  const stopOld = painter.attach('a', old.element);
  painter.attach('a', young.element);
  stopOld();
  painter.paint(frame('a'));
  expect(young.painted).toHaveLength(1);
});

test('closes what was never painted', () => {
  const { painter, frame, openCount } = setUp();
  painter.paint(frame('a'));
  painter.paint(frame('b'));
  painter.forget('a');
  expect(openCount()).toBe(1);
  painter.close();
  expect(openCount()).toBe(0);
});
