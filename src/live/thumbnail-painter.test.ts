import { expect, test } from 'vitest';
import type { ThumbnailFrame } from '#protocol/threads/live-worker.ts';
import { createThumbnailPainter } from './thumbnail-painter.ts';

function setUp() {
  const open = new Set<ImageBitmap>();
  const needed: string[][] = [];
  const due: (() => void)[] = [];
  const elsewhere = new Set<HTMLCanvasElement>();
  const painter = createThumbnailPainter({
    onNeeded: (clientIds) => needed.push([...clientIds]),
    nextFrame: (draw) => void due.push(draw),
    isElsewhere: (canvas) => elsewhere.has(canvas),
  });
  const drawFrame = () => {
    for (const draw of due.splice(0)) draw();
  };
  const frame = (clientId: string): ThumbnailFrame => {
    const bitmap = { width: 320, height: 180, close: () => void open.delete(bitmap) } as ImageBitmap;
    open.add(bitmap);
    return { watchId: 'w1', clientId, display: 'd1', bitmap, at: 1, receivedAt: 2 };
  };
  let lastPlace = 0;
  /** Each stands below the one before. */
  const canvas = () => {
    const painted: ImageBitmap[] = [];
    lastPlace += 1;
    const place = lastPlace;
    const element = {
      width: 300,
      height: 150,
      place,
      DOCUMENT_POSITION_FOLLOWING: 4,
      compareDocumentPosition: (other: { place: number }) => (other.place > place ? 4 : 2),
      getContext: () => ({
        transferFromImageBitmap(bitmap: ImageBitmap) {
          painted.push(bitmap);
          open.delete(bitmap);
        },
      }),
    } as unknown as HTMLCanvasElement;
    return { element, painted };
  };
  return { painter, frame, canvas, elsewhere, needed, drawFrame, openCount: () => open.size };
}

test('paints the picture and takes its proportions', () => {
  const { painter, frame, canvas, drawFrame } = setUp();
  const { element, painted } = canvas();
  painter.attach('a', element);
  painter.paint(frame('a'));
  painter.paint(frame('b'));
  drawFrame();
  expect(painted).toHaveLength(1);
  expect([element.width, element.height]).toEqual([320, 180]);
});

test('a canvas in another window has its picture without a frame of this page', () => {
  const { painter, frame, canvas, elsewhere, openCount } = setUp();
  const { painted, element } = canvas();
  elsewhere.add(element);
  painter.attach('a', element);
  painter.paint(frame('a'));
  painter.paint(frame('a'));
  expect(painted).toHaveLength(2);
  expect(openCount()).toBe(0);
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
  const { painter, frame, canvas, needed, drawFrame } = setUp();
  for (const id of ['a', 'b']) {
    const stop = painter.attach(id, canvas().element);
    painter.paint(frame(id));
    drawFrame();
    stop();
  }
  for (const id of ['a', 'b', 'c']) painter.attach(id, canvas().element);
  await Promise.resolve();
  expect(needed).toEqual([['a', 'b']]);
});

test('asks for nothing when the same canvas is attached again', async () => {
  const { painter, frame, canvas, needed, drawFrame } = setUp();
  const { element } = canvas();
  const stop = painter.attach('a', element);
  painter.paint(frame('a'));
  drawFrame();
  stop();
  painter.attach('a', element);
  await Promise.resolve();
  expect(needed).toEqual([]);
});

test('an old canvas that goes does not take the new one along', () => {
  const { painter, frame, canvas, drawFrame } = setUp();
  const [old, young] = [canvas(), canvas()];
  const stopOld = painter.attach('a', old.element);
  painter.attach('a', young.element);
  stopOld();
  painter.paint(frame('a'));
  drawFrame();
  expect(young.painted).toHaveLength(1);
});

test('a batch goes down the page in slices, a frame each, whatever order it came in', () => {
  const { painter, frame, canvas, drawFrame } = setUp();
  const wall = Array.from({ length: 60 }, (_, place) => ({ id: `c${place}`, ...canvas() }));
  for (const { id, element } of wall) painter.attach(id, element);
  for (const { id } of wall.toReversed()) painter.paint(frame(id));
  const shown = () => wall.flatMap(({ painted }, place) => (painted.length > 0 ? [place] : []));
  expect(shown()).toEqual([]);
  drawFrame();
  expect(shown()).toEqual(Array.from({ length: 30 }, (_, place) => place));
  // Meanwhile the top of the page has news: the rest comes first.
  painter.paint(frame('c0'));
  for (let frames = 0; shown().length < 60; frames += 1) {
    expect(wall[0]?.painted).toHaveLength(1);
    expect(frames).toBeLessThan(6);
    drawFrame();
  }
  drawFrame();
  expect(wall[0]?.painted).toHaveLength(2);
});

test('a few pictures that would be left over go with the slice before them', () => {
  const framesFor = (count: number) => {
    const { painter, frame, canvas, drawFrame } = setUp();
    const wall = Array.from({ length: count }, (_, place) => ({ id: `c${place}`, ...canvas() }));
    for (const { id, element } of wall) painter.attach(id, element);
    for (const { id } of wall) painter.paint(frame(id));
    let frames = 0;
    for (; wall.some(({ painted }) => painted.length === 0) && frames < 9; frames += 1) drawFrame();
    return frames;
  };
  expect([20, 29, 30, 43].map(framesFor)).toEqual([1, 1, 2, 2]);
});

test('what waits for its frame is replaced by what is newer, and outlives a change of canvases', () => {
  const { painter, frame, canvas, drawFrame, openCount } = setUp();
  const [old, young] = [canvas(), canvas()];
  const stop = painter.attach('a', old.element);
  painter.paint(frame('a'));
  painter.paint(frame('a'));
  expect(openCount()).toBe(1);
  stop();
  drawFrame();
  expect(old.painted).toEqual([]);
  painter.attach('a', young.element);
  expect(young.painted).toHaveLength(1);
  expect(openCount()).toBe(0);
});

test('closes what was never painted', () => {
  const { painter, frame, canvas, openCount } = setUp();
  painter.attach('a', canvas().element);
  painter.paint(frame('a'));
  painter.paint(frame('b'));
  painter.forget('a');
  expect(openCount()).toBe(1);
  painter.close();
  expect(openCount()).toBe(0);
});

test('tells of each picture that is shown, until its canvas goes', () => {
  const { painter, frame, canvas, drawFrame } = setUp();
  const { element } = canvas();
  let told = 0;
  painter.paint(frame('a'));
  const stop = painter.attach('a', element, () => {
    told += 1;
  });
  expect(told).toBe(1);
  painter.paint(frame('a'));
  expect(told).toBe(1);
  drawFrame();
  expect(told).toBe(2);
  stop();
  painter.attach('a', element);
  painter.paint(frame('a'));
  drawFrame();
  expect(told).toBe(2);
});
